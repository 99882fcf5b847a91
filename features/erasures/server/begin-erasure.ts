/** The beginning of an erasure: with it nobody reads the person any more. Specification: A person's data. */
import { sql } from 'kysely';
import { must } from '../../../core/must.ts';
import type { TransactionContext } from '../../../server/context.ts';
import { needlesOf } from './needles.ts';

/**
 * Collects what names the person and lets the database begin, which checks what must hold: it puts the pseudonym in place,
 * lists who was erased and tells the audit; the job does the rest. The person has been held, so that whoever saves or pays
 * them either was first or meets the pseudonym.
 */
export async function beginErasure(
  tx: TransactionContext,
  { id, user_id }: { id: number; user_id: number },
): Promise<void> {
  const { db, actor, address, request_id } = tx;
  const by = actor.admin_id || null;
  const needles = JSON.stringify(await needlesOf(tx, user_id));
  // What is left of them afterwards is a pseudonym, which nobody asked for.
  await db
    .updateTable('data_requests')
    .set({
      state: 'rejected',
      decided_at: sql`provost_now()`,
      // By nobody where the wish is none of theirs to decide: the erasure has ended it.
      decided_by: sql<number | null>`case when ${by}::integer <> all (asked_through) then ${by}::integer end`,
    })
    .where('user_id', '=', user_id)
    .where('state', '=', 'waiting')
    .execute();
  await sql`
    select begin_erasure(${id}, ${by}, ${needles}::jsonb, ${address}, ${request_id})`.execute(db);
}

export async function eraseFrom(
  { db }: Pick<TransactionContext, 'db'>,
  person: number,
  table: string,
): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select erase_from(${person}, ${table}) as rows`.execute(db);
  return Number(must(rows[0], 'erased rows').rows);
}
