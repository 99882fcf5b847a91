/** The names of a Stripe payment: its payment intent's, and that of the invoice it pays. Decided: docs/decisions/254-one-payment-by-two-names.md. */
import { sql } from 'kysely';
import type { TransactionContext } from '../../../../server/context.ts';
import { lockAll, type Trx } from '../../../../server/db/client.ts';
import { keepBookedTwice, type ToldBy } from '../../refunds/server/unbooked-events.ts';

/**
 * Holds payments by all their names until the transaction ends; returns these names. A name that somebody has noted
 * while this waited is held as well: out of order, so that two who meet there may have to try again.
 */
export async function lockPayments(db: Trx, refs: readonly string[]): Promise<string[]> {
  const held = new Set<string>();
  while (refs.length > 0) {
    const { rows } = await sql<{ name: string }>`
      select distinct name from payment_names(${refs}::text[])`.execute(db);
    const rest = rows.flatMap(({ name }) => (held.has(name) ? [] : [name]));
    if (rest.length === 0) break;
    await lockAll(db, rest.map(paymentLock).toSorted());
    for (const name of rest) held.add(name);
  }
  return [...held];
}

/** The name of a payment's lock, which whoever books it holds, whatever provider they say it is of. */
function paymentLock(providerRef: string): string {
  return `payment ${providerRef}`;
}

/**
 * Keeps that an invoice and a payment intent are one payment, whoever names which from now on; both are held by
 * {@link lockPayments}. Where each was booked as a sale before, that is kept for staff.
 */
export async function noteInvoice(
  tx: TransactionContext,
  { invoice, provider_ref }: { invoice: string; provider_ref: string },
  told: ToldBy,
): Promise<void> {
  if (invoice === provider_ref) return;
  await sql`insert into payment_invoices (invoice, provider_ref) values (${invoice}, ${provider_ref})
    on conflict do nothing`.execute(tx.db);
  await keepBookedTwice(tx, { invoice, provider_ref }, told);
}
