import { sql } from 'kysely';
import { refuse } from '../../../../../core/errors.ts';
import type { TransactionContext } from '../../../../../server/context.ts';

export type Making = {
  ids: number[];
  fingerprint: string | null;
  approval: boolean;
  lines: number | null;
  claimed: number;
  ending: 'cancelled' | 'failed' | null;
  reason: string | null;
};

/** Locks the batch until the transaction ends, so that two processes never do the same; undefined where it has ended. */
export async function lockMaking({ db }: TransactionContext, id: number): Promise<Making | undefined> {
  const { rows } = await sql<Making>`
    select m.ids, m.fingerprint, m.approval, m.lines, m.claimed, m.ending, m.reason
    from payout_batches b join payout_makings m on m.batch_id = b.id
    where b.id = ${id} and b.state = 'making' for update`.execute(db);
  return rows[0];
}

/** Refuses where the author of the batch, in whose name the job acts, may no longer pay. */
export async function requireAuthor({ db, actor }: TransactionContext): Promise<void> {
  const author = await db
    .selectFrom('admins')
    .select('id')
    .where('id', '=', actor.admin_id)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`'superadmin' = any (permissions)`)
    .forShare()
    .executeTakeFirst();
  if (!author) refuse(403, 'The admin who sent this payout is no longer a superadmin. Nothing was sent');
}
