import { sql } from 'kysely';
import { refuse } from '../../../core/errors.ts';
import { must } from '../../../core/must.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../server/context.ts';
import { deciding } from '../../../server/nouns/deciding.ts';
import { refuseWithId } from '../../../server/nouns/switches/refuse-with-id.ts';
import type { Payout } from '../batches/contract.ts';
import { readPayout } from './history.ts';

/** Throws a 404 for an unknown payout, a 400 while it is pending approval, a 409 with who recorded the outcome. */
export function payoutArrived(context: Context, id: number): Promise<Payout> {
  return settling(context, id, 'paid', '', async ({ db, actor }) => {
    await db
      .updateTable('payouts')
      .set({ state: 'paid', paid_at: sql`provost_now()`, paid_by_admin: actor.admin_id })
      .where('id', '=', id)
      .execute();
  });
}

/** {@link payoutArrived} of many, all or none, in the order of their ids; what refuses one is said with its id. */
export function payoutsArrived(context: Context, ids: readonly number[]): Promise<Payout[]> {
  const inOrder = [...new Set(ids)].toSorted((a, b) => a - b);
  return transact(context, async (tx) => {
    const payouts: Payout[] = [];
    for (const id of inOrder)
      payouts.push(await payoutArrived(tx, id).catch((error: unknown) => refuseWithId(id, error)));
    return payouts;
  });
}

/** Credits the amount to the payee's next payout; the lines stay with this one. Refuses as {@link payoutArrived}. */
export function returnPayout(
  context: Context,
  { id, reason }: { id: number; reason: string },
): Promise<Payout> {
  return settling(context, id, 'returned', reason, async ({ db, actor }) => {
    await db
      .updateTable('payouts')
      .set({ state: 'returned', returned_at: sql`provost_now()`, returned_by: actor.admin_id, reason })
      .where('id', '=', id)
      .execute();
    await sql`
      insert into payout_adjustments (user_id, program_id, scope_program_id, currency, amount, kind, returned_payout_id)
      select user_id, program_id, scope_program_id, currency, amount, 'return', id from payouts where id = ${id}`.execute(
      db,
    );
  });
}

type LockedPayout = {
  state: 'proposed' | 'made' | 'paid' | 'returned';
  method: string;
  scope_program_id: number | null;
  paid_at: string | null;
  paid_by: string | null;
  returned_at: string | null;
  returned_by: string | null;
};

function settling(
  context: Context,
  id: number,
  state: 'paid' | 'returned',
  reason: string,
  work: (tx: TransactionContext) => Promise<void>,
): Promise<Payout> {
  const once = {
    lockRow: (tx: TransactionContext) => lockRow(tx, id),
    // One that arrived may still come back.
    decided: (payout: LockedPayout) =>
      payout.method === 'elsewhere' || (payout.state === 'paid' && state === 'returned')
        ? undefined
        : settled(payout),
  };
  return transact(context, async (tx) => {
    await deciding(tx, once, async (_, payout) => {
      if (payout.state === 'proposed') refuse(400, 'This payout needs approval. Nothing has been sent yet');
      if (payout.method === 'elsewhere')
        refuse(400, 'This payout was settled elsewhere. Nothing was sent from here');
      await work(tx);
      return {
        entity: 'payout',
        entity_id: id,
        action: state === 'paid' ? 'paid' : 'return',
        program_id: payout.scope_program_id,
        before: { state: payout.state },
        after: { state, ...(reason && { reason }) },
      };
    });
    return readPayout(tx, id);
  });
}

async function lockRow({ db, actor }: TransactionContext, id: number): Promise<LockedPayout | undefined> {
  const { rows } = await sql<LockedPayout>`
    select p.state, p.method, p.scope_program_id, p.paid_at, admin_email(p.paid_by_admin) as paid_by, p.returned_at,
      admin_email(p.returned_by) as returned_by
    from payouts p where p.id = ${id} and p.state not in ('making', 'cancelled') and ${visibleTo(actor, 'p.scope_program_id')}
    for update`.execute(db);
  return rows[0];
}

function settled({ state, paid_by, paid_at, returned_by, returned_at }: LockedPayout) {
  if (state === 'paid')
    return { has: 'already marked this as paid', by: paid_by, at: must(paid_at, 'time of arrival') };
  if (state !== 'returned') return undefined;
  return { has: 'already marked this as returned', by: returned_by, at: must(returned_at, 'time of return') };
}
