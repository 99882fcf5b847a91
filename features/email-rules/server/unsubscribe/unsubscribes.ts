import { sql } from 'kysely';
import { asSystem, transactWithoutTenantScope } from '../../../../server/context.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import type { Platform } from '../../../../server/platform.ts';
import type { RuleType } from '../../rules.ts';
import type { Unsubscriber } from './unsubscribe-links.ts';

export type Scope = RuleType | 'all';

export async function endedBy(platform: Platform, user_id: number): Promise<Scope[] | null> {
  const { rows } = await sql<{ types: Scope[] }>`
    select array(select x.type from email_unsubscribes x where x.user_id = u.id order by 1) as types
    from site_users u where u.id = ${user_id}`.execute(platform.database.everything);
  return rows[0]?.types ?? null;
}

/** Ends a type or all of them, once, and takes back what is queued of it; false where there is no such user. */
export async function unsubscribe(
  platform: Platform,
  { user_id }: Unsubscriber,
  scope: Scope,
  address: string,
): Promise<boolean> {
  return transactWithoutTenantScope({ ...asSystem(platform, 'unsubscribe'), address }, async (tx) => {
    const { db } = tx;
    const user = await db
      .selectFrom('site_users')
      .select('program_id')
      .where('id', '=', user_id)
      .forKeyShare()
      .executeTakeFirst();
    if (!user) return false;
    const { numInsertedOrUpdatedRows: added } = await db
      .insertInto('email_unsubscribes')
      .values({ user_id, type: scope })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (added !== 1n) return true;
    await sql`delete from mails m using email_rule_sends s join email_rules r on r.id = s.rule_id
      where s.user_id = ${user_id} and s.state = 'queued' and ${scope} in (r.type, 'all')
        and s.mail_id = m.id and m.handed_at is null`.execute(db);
    const entry = { entity: 'site_user' as const, entity_id: user_id, action: 'unsubscribe' };
    await audit(tx, { ...entry, program_id: user.program_id, after: { type: scope } });
    return true;
  });
}
