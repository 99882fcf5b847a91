/** Books payments that Stripe tells, each once. Specification: Sites, unmatched payments. */
import { sql } from 'kysely';
import type { Stripe } from 'stripe';
import { Refusal } from '../../../../core/errors.ts';
import { asSystem, type TransactionContext, transact } from '../../../../server/context.ts';
import { lock } from '../../../../server/db/client.ts';
import type { Platform } from '../../../../server/platform.ts';
import { sellTickets } from '../../../events/draws/server/tickets.ts';
import { bookSales, type SaleToBook } from '../../server/book-sales.ts';
import type { Missing } from '../contract.ts';
import { type Named, namedSale } from './named-sale.ts';
import { type Payment, paymentOf } from './payment.ts';

/**
 * Books the payment of an event as the sale it names, whichever event or call of a site tells it first. One that names
 * nothing to book is kept for staff; a later event that names it books it. Events of something else do nothing.
 */
export async function bookPaymentOf(platform: Platform, event: Stripe.Event): Promise<void> {
  // Asked for outside of the transaction, which waits for nobody.
  const payment = await paymentOf(platform, event);
  if (!payment) return;
  const context = asSystem(platform, 'stripe-webhook');
  try {
    await transact(context, (tx) => book(tx, payment));
  } catch (error) {
    if (!(error instanceof NoTickets)) throw error;
    await transact(context, (tx) => keepOpen(tx, payment, { ...error.named, missing: ['tickets'] }));
  }
}

/** The name of a payment's lock, which whoever books it holds, whatever provider they say it is of. */
export function paymentLock(providerRef: string): string {
  return `payment ${providerRef}`;
}

async function book(tx: TransactionContext, payment: Payment): Promise<void> {
  const { db } = tx;
  await lock(db, paymentLock(payment.provider_ref));
  const { rows } = await sql`
    select from charges where provider_charge = ${payment.provider_ref}
    union all select from unmatched_payments
    where provider = 'stripe' and provider_ref = ${payment.provider_ref} and state = 'dismissed'`.execute(db);
  if (rows.length > 0) return;
  const named = await namedSale(tx, await withEarlierNames(tx, payment));
  if (!named.sale) return keepOpen(tx, payment, named);
  await bookWithTickets(tx, named.sale).catch((error: unknown) => {
    throw error instanceof Refusal ? new NoTickets(named) : error;
  });
}

/** Books a sale, of an event with its tickets. Throws a refusal where they are not left or not sold now. */
export async function bookWithTickets(
  tx: TransactionContext,
  sale: SaleToBook,
): Promise<{ id: number; tickets: string[] }> {
  const { sold, student_id, source = 'stripe' } = sale;
  const { event_id, quantity = 1 } = sold;
  const isOfTickets = event_id !== undefined && student_id != null;
  const tickets = isOfTickets
    ? await sellTickets(tx, { event_id, user_id: student_id, quantity, source })
    : [];
  const [id] = await bookSales(tx, [sale]);
  if (id === undefined) throw new Error('a sale was not booked');
  return { id, tickets };
}

class NoTickets extends Error {
  readonly named: Named;

  constructor(named: Named) {
    super('no tickets are left');
    this.named = named;
  }
}

/** One event may name the program, and the next one the rest. */
async function withEarlierNames({ db }: TransactionContext, payment: Payment): Promise<Payment> {
  const { rows } = await sql<{ named: Payment['names'] }>`
    select named from unmatched_payments
    where provider = 'stripe' and provider_ref = ${payment.provider_ref} and reference is null and state = 'open'
    for update`.execute(db);
  return { ...payment, names: { ...rows[0]?.named, ...payment.names } };
}

type Lacking = { program_id: number | null; missing: readonly Missing[] };

/** Keeps a payment for staff, once; what a later event names is added. */
async function keepOpen(
  { db }: TransactionContext,
  { provider_ref, amount, currency, payer, paid_at, names }: Payment,
  { program_id, missing }: Lacking,
): Promise<void> {
  await sql`
    insert into unmatched_payments as p (provider_ref, amount, currency, payer, paid_at, named, program_id, missing)
    values (${provider_ref}, ${amount}, ${currency}, ${payer}, ${paid_at}, ${JSON.stringify(names)}::jsonb, ${program_id},
      ${missing}::text[])
    on conflict (provider, provider_ref) where reference is null do update set
      payer = coalesce(nullif(p.payer, ''), excluded.payer), named = p.named || excluded.named,
      program_id = coalesce(excluded.program_id, p.program_id), missing = excluded.missing,
      updated_at = greatest(provost_now(), p.updated_at + interval '1 ms')
    where p.state = 'open'`.execute(db);
}
