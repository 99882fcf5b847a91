/** Payouts: lines that have been paid and are from then on nobody's to change. Specification: Payouts. */
import { sql } from 'kysely';
import { audit } from '../../../server/audit.ts';
import { type Context, transact, visibleTo } from '../../../server/context.ts';

/** Who is paid, in which currency: an instructor or referrer, or a program. */
export type Payee = { user_id: number; program_id?: null } | { user_id?: null; program_id: number };

/**
 * Pays every unpaid line of the payee in one currency that the caller may see, except those of charges that are held or disputed.
 * Answers the payout, in minor units with refunds taken off; null where there is nothing to pay. A line is in
 * one payout at most, however many run at once.
 */
export async function createPayout(
  context: Context,
  payee: Payee,
  currency: string,
): Promise<{ id: number; amount: number } | null> {
  return transact(context, async (within) => {
    const trx = within.db;
    const column = payee.user_id ? 'l.user_id' : 'l.program_id';
    const charges = await trx
      .selectFrom('charges as c')
      .select(['c.id', 'c.program_id'])
      .where('c.currency', '=', currency)
      .where(visibleTo(context.actor, 'c.program_id'))
      .where('c.held', 'is', null)
      .where('c.disputed_at', 'is', null)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('charge_lines as l')
            .select('l.id')
            .whereRef('l.charge_id', '=', 'c.id')
            .where(column, '=', payee.user_id ?? payee.program_id)
            .where('l.payout_id', 'is', null),
        ),
      )
      .orderBy('c.id')
      .forUpdate()
      .execute();
    if (charges.length === 0) return null;
    // Read again now that the charges are locked: what another payout took meanwhile is no longer there.
    const lines = await trx
      .selectFrom('charge_lines as l')
      .innerJoin('charges as c', 'c.id', 'l.charge_id')
      .select(['l.id', 'l.amount', 'l.refunded'])
      .where('l.charge_id', '=', sql<number>`any (${charges.map(({ id }) => id)}::integer[])`)
      .where(column, '=', payee.user_id ?? payee.program_id)
      .where('c.held', 'is', null)
      .where('c.disputed_at', 'is', null)
      .where('l.payout_id', 'is', null)
      .execute();
    const amount = lines.reduce((sum, line) => sum + line.amount - line.refunded, 0);
    if (lines.length === 0 || amount === 0) return null;
    const { id } = await trx
      .insertInto('payouts')
      .values({ user_id: payee.user_id ?? null, program_id: payee.program_id ?? null, currency, amount })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('charge_lines')
      .set({ payout_id: id, paid: sql<number>`amount - refunded` })
      .where('id', '=', sql<number>`any (${lines.map((line) => line.id)}::bigint[])`)
      .execute();
    const after = { ...payee, currency, amount, lines: lines.length };
    const program_id = payee.program_id ?? charges[0]?.program_id ?? 0;
    await audit(within, { entity: 'payout', entity_id: id, action: 'create', program_id, after });
    return { id, amount };
  });
}
