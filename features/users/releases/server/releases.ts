import { sql } from 'kysely';
import { notFound, refuse } from '../../../../core/errors.ts';
import { must } from '../../../../core/must.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../../server/context.ts';
import { deciding } from '../../../../server/nouns/deciding.ts';
import type { PayeeStanding } from '../contract.ts';

/** 404 as any read. */
export async function readRelease(context: Context, id: number): Promise<PayeeStanding> {
  return toResponse((await found(context, id, sql``)) ?? notFound());
}

/** Releases a user until it is revoked or their state changes. 404 as any read; 400 for who is neither deleted nor inactive; 409 with who was first. */
export function releasePayee(
  context: Context,
  { id, reason }: { id: number; reason: string },
): Promise<PayeeStanding> {
  return decide(context, id, 'release', { reason }, async ({ db, actor }, row) => {
    if (!row.deleted && !row.blocked) refuse(400, 'This user is neither deleted nor inactive');
    await db
      .insertInto('payout_releases')
      .values({ user_id: id, reason, created_by: actor.admin_id })
      .execute();
  });
}

/** 404 as any read, 400 for who is not released. */
export function withdrawRelease(context: Context, id: number): Promise<PayeeStanding> {
  return decide(context, id, 'withdraw_release', {}, async ({ db, actor }, row) => {
    if (row.released_at === null) refuse(400, 'Payouts to this user are already stopped');
    await db
      .updateTable('payout_releases')
      .set({ ended_at: sql`provost_now()`, ended_by: actor.admin_id })
      .where('user_id', '=', id)
      .where('ended_at', 'is', null)
      .execute();
  });
}

/** The user is held: who pays them waits, and who deletes or restores them. */
function decide(
  context: Context,
  id: number,
  action: 'release' | 'withdraw_release',
  after: object,
  work: (tx: TransactionContext, row: Row) => Promise<void>,
): Promise<PayeeStanding> {
  const once = {
    lockRow: async (tx: TransactionContext) => {
      await found(tx, id, sql`for no key update of u`);
      // Read once it is held: a release by whoever was first stands in a table that waiting for the user does not read again.
      return found(tx, id, sql``);
    },
    decided: ({ deleted, blocked, released_by: by, released_at: at }: Row) =>
      action === 'release' && (deleted || blocked) && at
        ? { has: 'already allowed this', by, at }
        : undefined,
  };
  return transact(context, async (tx) => {
    await deciding(tx, once, async (_, row) => {
      await work(tx, row);
      const { program_id } = row;
      return { entity: 'site_user', entity_id: id, action: `payout_${action}`, program_id, after };
    });
    return readRelease(tx, id);
  });
}

type Row = {
  program_id: number | null;
  deleted: boolean;
  blocked: boolean;
  reason: string | null;
  released_at: string | null;
  released_by: string | null;
};

async function found(
  { db, actor }: Context,
  id: number,
  held: ReturnType<typeof sql>,
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select u.program_id, u.del_status = 1 as deleted, u.status = 0 as blocked, r.reason, r.created_at as released_at,
      admin_email(r.created_by) as released_by
    from site_users u left join payout_releases r on r.user_id = u.id and r.ended_at is null
    where u.id = ${id} and ${visibleTo(actor, 'u.program_id')} ${held}`.execute(db);
  return rows[0];
}

function toResponse({ deleted, blocked, reason, released_at, released_by }: Row): PayeeStanding {
  return {
    deleted: deleted ? 1 : 0,
    blocked: blocked ? 1 : 0,
    release:
      released_at === null
        ? null
        : { reason: must(reason, 'reason of a release'), by: released_by, at: released_at },
  };
}
