/** Sales of history, which may have been paid out before they came here. Specification: Sites, moving in. */
import { sql } from 'kysely';
import { type Outcome, rejectField, type SiteTransaction } from '../../../../server/sites/facts.ts';
import type { BoughtCharge } from '../contract.ts';
import { type BookedCharge, bookCharges } from './site-charges.ts';

/** `paid_out_at`: the day by which all payees had their parts; what is open of it is settled then. */
export type MovedCharge = BoughtCharge & { paid_out_at?: string };

/** Books sales as {@link bookCharges} does, and settles those paid out elsewhere. Rejected besides: one to settle that is held, or that Stripe told before. */
export async function bookMovedCharges(
  tx: SiteTransaction,
  charges: readonly MovedCharge[],
): Promise<Outcome<BookedCharge>[]> {
  const held = await tried(tx, charges);
  if (Array.isArray(held)) return held;
  const rest = charges.filter((charge) => !held.has(charge));
  const booked = (rest.length > 0 ? await bookMovedCharges(tx, rest) : []).values();
  return charges.map((charge): Outcome<BookedCharge> => {
    if (held.has(charge))
      return rejectField(
        400,
        'paid_out_at',
        'The shares of this sale do not add up, so no payee can have been paid',
      );
    const { value } = booked.next();
    if (!value) throw new Error('a sale was not booked');
    return value;
  });
}

/** Books them all, or answers which of them cannot be settled, with nothing booked. */
async function tried(
  tx: SiteTransaction,
  charges: readonly MovedCharge[],
): Promise<Outcome<BookedCharge>[] | ReadonlySet<MovedCharge>> {
  await sql`savepoint moved`.execute(tx.db);
  const outcomes = await bookCharges(
    tx,
    charges.map(({ paid_out_at: _day, ...charge }) => charge),
  );
  const paid = charges.flatMap((charge, index) => {
    const outcome = outcomes[index];
    const { paid_out_at } = charge;
    if (!paid_out_at || !outcome || 'rejected' in outcome || outcome.state === 'unchanged') return [];
    return [{ charge, charge_id: outcome.id, paid_out_at }];
  });
  const settled = paid.map(({ charge_id, paid_out_at }) => ({ charge_id, paid_out_at }));
  const { rows } = await sql<{ id: number }>`
    select id from settle_elsewhere(${JSON.stringify(settled)}::jsonb) as s (id)`.execute(tx.db);
  if (rows.length > 0) {
    await sql`rollback to savepoint moved`.execute(tx.db);
    const ids = new Set(rows.map(({ id }) => id));
    return new Set(paid.flatMap(({ charge, charge_id }) => (ids.has(charge_id) ? [charge] : [])));
  }
  await sql`release savepoint moved`.execute(tx.db);
  return outcomes.map((outcome, index) =>
    charges[index]?.paid_out_at && !('rejected' in outcome) && outcome.state === 'unchanged'
      ? rejectField(
          409,
          'paid_out_at',
          'Stripe reported this payment and it is still unmatched here',
          'PROVIDER_REF_TAKEN',
        )
      : outcome,
  );
}
