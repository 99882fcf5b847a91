/** Charges, refunds and payouts as rows, past the product's own arithmetic: the lines are those that are given. */
import { type Insertable, sql } from 'kysely';
import { INSTRUCTOR } from '../../features/commissions/rules.ts';
import { ON_ITS_WAY, type RefundState } from '../../features/transactions/refunds/rules.ts';
import { type Db, inTransaction } from '../../server/db/client.ts';
import type { ChargeLines, Charges, Refunds } from '../../server/db/types.ts';
import { chargeValues } from '../factories.ts';

type Line = { type: number; amount: number; row_id?: number; user_id?: number; program_id?: number };

/** A charge with these lines, in minor units; they are its amount. */
export function makeCharge(
  db: Db,
  {
    lines,
    ...values
  }: Partial<Insertable<Charges>> & { class_id: number; instructor_id: number; lines?: Line[] },
) {
  return inTransaction(db, async (trx) => {
    const all = lines ?? [{ type: INSTRUCTOR, amount: Number(values.amount ?? 4999) }];
    const amount = all.reduce((sum, line) => sum + line.amount, 0);
    const charge = await trx
      .insertInto('charges')
      .values({ ...chargeValues(values), amount })
      .returningAll()
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('charge_lines')
      .values(all.map((line) => lineValues(charge, line)))
      .execute();
    return charge;
  });
}

function lineValues(
  charge: { id: number; program_id: number | null; instructor_id: number | null },
  { amount, ...line }: Line,
): Insertable<ChargeLines> {
  return {
    charge_id: charge.id,
    scope_program_id: charge.program_id,
    user_id: line.type === INSTRUCTOR ? charge.instructor_id : null,
    commission: 100,
    divided: amount,
    divided_by: 100,
    rounding: 0,
    amount,
    ...line,
  };
}

/**
 * A refund in a state, with what it leaves on the charge and, of a bundle, on the part of `class_id`; a refund that has
 * succeeded is taken from the charge's lines in their order.
 */
export function makeRefund(
  db: Db,
  { charge_id, amount, state = 'succeeded', ...values }: Partial<Insertable<Refunds>> & MadeRefund,
) {
  return inTransaction(db, async (trx) => {
    const charge = trx.updateTable('charges').where('id', '=', charge_id);
    const part = trx
      .updateTable('charge_parts')
      .where('charge_id', '=', charge_id)
      .where('class_id', '=', values.class_id ?? 0);
    if (ON_ITS_WAY.includes(state as never)) {
      await charge.set((eb) => ({ reserved: eb('reserved', '+', amount) })).execute();
      await part.set((eb) => ({ reserved: eb('reserved', '+', amount) })).execute();
    }
    if (state === 'succeeded') {
      await charge.set((eb) => ({ refunded: eb('refunded', '+', amount) })).execute();
      await sql`
        update charge_lines l set refunded = l.refunded + least(f.free, greatest(0, ${amount} - f.above))
        from (select id, amount - refunded as free, coalesce(sum(amount - refunded) over (
            order by id rows between unbounded preceding and 1 preceding), 0) as above
          from charge_lines where charge_id = ${charge_id}) f
        where l.id = f.id`.execute(trx);
      await part.set((eb) => ({ refunded: eb('refunded', '+', amount) })).execute();
    }
    const { program_id } = await trx
      .selectFrom('charges')
      .select('program_id')
      .where('id', '=', charge_id)
      .executeTakeFirstOrThrow();
    const now = new Date().toISOString();
    const settled = {
      ...(state === 'succeeded' && { succeeded_at: now, due_at: null }),
      ...(state === 'failed' && { failed_at: now, failure: 'The card is gone', due_at: null }),
    };
    const refund = await trx
      .insertInto('refunds')
      .values({ charge_id, amount, state, scope_program_id: program_id, ...settled, ...values })
      .returningAll()
      .executeTakeFirstOrThrow();
    const { id: refund_id, class_id } = refund;
    if (class_id !== null)
      await trx
        .insertInto('refund_parts')
        .values({ refund_id, class_id, amount, scope_program_id: program_id })
        .execute();
    return refund;
  });
}

type MadeRefund = { charge_id: number; amount: number; state?: RefundState };

/** A payout that holds these lines as they stand. */
export function makePayout(
  db: Db,
  { lines, ...payee }: { lines: readonly number[]; currency: string; user_id?: number; program_id?: number },
) {
  return inTransaction(db, async (trx) => {
    const held = await trx
      .selectFrom('charge_lines')
      .select(['amount', 'refunded'])
      .where('id', 'in', lines)
      .execute();
    const amount = held.reduce((sum, line) => sum + line.amount - line.refunded, 0);
    const payout = await trx
      .insertInto('payouts')
      .values({ ...payee, amount })
      .returningAll()
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('charge_lines')
      .set({ payout_id: payout.id, paid: sql<number>`amount - refunded` })
      .where('id', 'in', lines)
      .execute();
    return payout;
  });
}
