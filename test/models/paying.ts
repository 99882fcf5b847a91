/** Paying as the product does it, for tests that are about something else. */

import { Refusal } from '../../core/errors.ts';
import type { Currency } from '../../core/money.ts';
import { type PayeeKey, payeeId } from '../../features/payouts/rules.ts';
import { paySales } from '../../features/payouts/server/pay-sales.ts';
import type { Db } from '../../server/db/client.ts';
import { makeAdmin } from '../factories.ts';
import { system } from '../system.ts';

/** Pays all that is active of a payee, who gets a method where there is none; null where there is nothing to pay. */
export async function payAll(
  db: Db,
  payee: Partial<PayeeKey>,
  currency: Currency,
): Promise<{ id: number; amount: number } | null> {
  const key = { user_id: payee.user_id ?? null, program_id: payee.program_id ?? null };
  if (key.user_id !== null) await giveMethod(db, key.user_id);
  const { id: admin_id } = await makeAdmin(db, { permissions: ['superadmin'] });
  try {
    const batch_id = await paySales(system(db, { admin_id }), { ids: [payeeId(key, currency)] });
    return await db
      .selectFrom('payouts')
      .select(['id', 'amount'])
      .where('batch_id', '=', batch_id)
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (error instanceof Refusal && error.status === 400) return null;
    throw error;
  }
}

/** One that every payment file can carry. */
export async function giveMethod(db: Db, user_id: number): Promise<void> {
  await db
    .insertInto('payment_settings')
    .values({ user_id, paid_by: 'venmo', fields: JSON.stringify({ venmo: { user: `@payee-${user_id}` } }) })
    .onConflict((known) => known.doNothing())
    .execute();
  await settle(db, user_id);
}

/** As if what has changed of where their money goes were long ago, and they had been told. */
export async function settle(db: Db, user_id: number): Promise<void> {
  await db
    .updateTable('payee_changes')
    .set({ at: '2020-01-01T00:00:00Z', told_at: '2020-01-01T00:00:00Z' })
    .where('user_id', '=', user_id)
    .execute();
}
