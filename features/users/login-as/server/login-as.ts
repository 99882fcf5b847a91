import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { notFound, refuse } from '../../../../core/errors.ts';
import {
  type Context,
  type TransactionContext,
  transactWithoutTenantScope,
  visibleTo,
} from '../../../../server/context.ts';
import type { Db } from '../../../../server/db/client.ts';
import { hashOfSecret } from '../../../../server/keys.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { olderThan } from '../../../../server/work/sweep.ts';
import { siteAddress } from '../../../programs/server/site-address.ts';
import { DELETED } from '../../coins/server/coins.ts';
import { TOKEN_SECONDS } from '../rules.ts';

/** Days that what is over can still be looked at. */
const KEPT_DAYS = 30;

/** The address of the user's site with a new token, behind a # and kept as its hash alone. 404 as any read; 400 for a user who is deleted, or has no site. */
export async function openLogin(context: Context, id: number): Promise<{ url: string }> {
  // Above the walls: what it says of who opened it, and until when, nobody else may say.
  return transactWithoutTenantScope(context, async (tx) => {
    const { db, actor, platform } = tx;
    const user = await db
      .selectFrom('site_users as u')
      .leftJoin('programs as p', 'p.id', 'u.program_id')
      .select(['u.del_status', 'p.id as program_id', 'p.program_tag'])
      .where('u.id', '=', id)
      .where(visibleTo(actor, 'u.program_id'))
      .executeTakeFirst();
    if (!user) notFound();
    if (user.del_status === 1) refuse(400, DELETED);
    const { program_id, program_tag } = user;
    if (program_id === null || program_tag === null)
      refuse(400, 'This user has no program, so there is no site to log in to');
    const token = randomBytes(32).toString('base64url');
    await db
      .insertInto('site_logins')
      .values({
        token_hash: hashOfSecret(token),
        user_id: id,
        program_id,
        admin_id: actor.admin_id,
        expires_at: sql`provost_now() + make_interval(secs => ${TOKEN_SECONDS})`,
      })
      .execute();
    await recordLogin(tx, { user_id: id, program_id, admin_id: actor.admin_id }, 'login_as');
    return { url: `${siteAddress(platform, program_tag)}#${token}` };
  });
}

export async function recordLogin(
  tx: TransactionContext,
  { user_id, program_id, admin_id }: { user_id: number; program_id: number; admin_id: number },
  action: 'login_as' | 'login_as_begin' | 'login_as_end',
  after: object = {},
): Promise<void> {
  const admin = await tx.db
    .selectFrom('admins')
    .select('program_id')
    .where('id', '=', admin_id)
    .executeTakeFirst();
  const change = { action, admin_id };
  await audit(tx, { ...change, entity: 'site_user', entity_id: user_id, program_id, after });
  const side = { entity: 'admin' as const, entity_id: admin_id, program_id: admin?.program_id ?? 0 };
  await audit(tx, { ...change, ...side, after: { user_id, ...after } });
}

/** Forgets logins that were opened more than 30 days ago, which the audit goes on to know: a {@link Sweep}. */
export async function sweepSiteLogins(db: Db, limit: number): Promise<number> {
  const old = db
    .selectFrom('site_logins')
    .select('id')
    .where(olderThan('created_at', KEPT_DAYS))
    .limit(limit);
  const { numDeletedRows } = await db.deleteFrom('site_logins').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
