import { sql } from 'kysely';
import type { Stripe } from 'stripe';
import { Refusal } from '../../../../core/errors.ts';
import { asSystem, type TransactionContext, transact } from '../../../../server/context.ts';
import { isDeadlock } from '../../../../server/db/outages.ts';
import type { Platform } from '../../../../server/platform.ts';
import { sellTickets } from '../../../events/draws/server/tickets.ts';
import { keepUnbooked, type ToldBy } from '../../refunds/server/unbooked-events.ts';
import { bookSales, type SaleToBook } from '../../server/book-sales.ts';
import type { Missing } from '../contract.ts';
import { type Named, namedSale } from './named-sale.ts';
import { type Payment, paymentOf } from './payment.ts';
import { lockPayments, noteInvoice } from './payment-names.ts';

/** Books an event's payment as the sale it names, once, whoever tells it first; what names nothing is kept for staff. Other events do nothing. */
export async function bookPaymentOf(platform: Platform, event: Stripe.Event): Promise<void> {
  // Asked for outside of the transaction, which waits for nobody.
  const read = await paymentOf(platform, event);
  if (!read) return;
  const { payment, isUnread } = read;
  const told = { id: event.id, type: event.type };
  const decided = (decide: (tx: TransactionContext, waiting: readonly OpenRow[]) => Promise<void>) =>
    withAttempts(() =>
      transact(asSystem(platform, 'stripe-webhook'), async (tx) => {
        const waiting = await findPayment(tx, payment, told);
        if (!waiting) return;
        await decide(tx, waiting);
        if (isUnread) await keepUnbooked(tx, event, 'not_permitted');
      }),
    );
  try {
    await decided((tx, waiting) => book(tx, payment, waiting));
  } catch (error) {
    if (!(error instanceof NoTickets)) throw error;
    // Unless somebody has booked it meanwhile.
    const lacking = { ...error.named, missing: ['tickets'] as const };
    await decided((tx, waiting) => keepOpen(tx, payment, waiting, lacking));
  }
}

/** Attempts of a transaction that met another in a circle of locks. */
const MOST_ATTEMPTS = 4;

async function withAttempts(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isDeadlock(error) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

async function book(tx: TransactionContext, payment: Payment, waiting: readonly OpenRow[]): Promise<void> {
  const named = await namedSale(tx, withEarlierNames(payment, waiting));
  if (!named.sale) return keepOpen(tx, payment, waiting, named);
  await bookWithTickets(tx, named.sale).catch((error: unknown) => {
    throw error instanceof Refusal ? new NoTickets(named) : error;
  });
}

/** Rows under Unmatched payments that wait for this payment by any of its names, the oldest first. */
type OpenRow = { id: number; provider_ref: string; named: Payment['names'] };

/** Holds a payment by all its names and notes what Stripe says of them; null where it is booked or dismissed, which ends what waits for it. */
async function findPayment(
  tx: TransactionContext,
  payment: Payment,
  told: ToldBy,
): Promise<OpenRow[] | null> {
  const { db } = tx;
  const { provider_ref, invoice } = payment;
  const refs = await lockPayments(db, [provider_ref, ...(invoice ? [invoice] : [])]);
  if (invoice) await noteInvoice(tx, { invoice, provider_ref }, told);
  const { rows } = await sql<{ charge_id: number | null; dismissed: number | null }>`
    select id as charge_id, null as dismissed from charges where provider_charge = any (${refs}::text[])
    union all select null, id from unmatched_payments
    where provider = 'stripe' and provider_ref = any (${refs}::text[]) and state = 'dismissed'
      and (decided_by is not null or reason not like ${`${SAME_PAYMENT_AS}%`})
    order by 1, 2`.execute(db);
  const [known] = rows;
  const waiting = await openRows(tx, refs);
  if (!known) return waiting;
  await settle(tx, waiting, known);
  return null;
}

async function openRows({ db }: TransactionContext, refs: readonly string[]): Promise<OpenRow[]> {
  const { rows } = await sql<OpenRow>`
    select id, provider_ref, named from unmatched_payments
    where provider = 'stripe' and provider_ref = any (${refs}::text[]) and reference is null and state = 'open'
    order by id for update`.execute(db);
  return rows;
}

/** Ends the wait of what was told under the other of a payment's names, as that was decided. */
async function settle(
  { db }: TransactionContext,
  waiting: readonly OpenRow[],
  { charge_id, dismissed }: { charge_id: number | null; dismissed: number | null },
): Promise<void> {
  if (waiting.length === 0) return;
  const state = charge_id === null ? 'dismissed' : 'matched';
  await sql`update unmatched_payments set state = ${state}, charge_id = ${charge_id},
    missing = case when ${state} = 'matched' then '{}' else missing end,
    reason = ${charge_id === null ? `${SAME_PAYMENT_AS}${dismissed}` : ''},
    updated_at = greatest(provost_now(), updated_at + interval '1 ms')
    where id = any (${waiting.map(({ id }) => id)}::integer[])`.execute(db);
}

/** The reason of a row that was put into another, which decides nothing: nobody has. */
const SAME_PAYMENT_AS = 'The same payment as #';

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
function withEarlierNames(payment: Payment, waiting: readonly OpenRow[]): Payment {
  return { ...payment, names: namesOf(waiting, payment.names) };
}

function namesOf(waiting: readonly OpenRow[], names: Payment['names']): Payment['names'] {
  return Object.fromEntries(
    [...waiting.map(({ named }) => named), names].flatMap((one) => Object.entries(one)),
  );
}

type Lacking = { program_id: number | null; missing: readonly Missing[] };

/** Keeps a payment for staff, once, whichever of its names it waits under; what a later event names is added. */
async function keepOpen(
  tx: TransactionContext,
  { provider_ref, amount, currency, payer, paid_at, names }: Payment,
  waiting: readonly OpenRow[],
  { program_id, missing }: Lacking,
): Promise<void> {
  const { db } = tx;
  const kept = waiting.find((row) => row.provider_ref === provider_ref) ?? waiting[0];
  if (!kept) {
    await sql`
      insert into unmatched_payments (provider_ref, amount, currency, payer, paid_at, named, program_id, missing)
      values (${provider_ref}, ${amount}, ${currency}, ${payer}, ${paid_at}, ${JSON.stringify(names)}::jsonb, ${program_id},
        ${missing}::text[])`.execute(db);
    return;
  }
  const named = namesOf(waiting, names);
  await sql`
    update unmatched_payments p set payer = coalesce(nullif(p.payer, ''), ${payer}), named = ${JSON.stringify(named)}::jsonb,
      program_id = coalesce(${program_id}::integer, p.program_id), missing = ${missing}::text[],
      updated_at = greatest(provost_now(), p.updated_at + interval '1 ms')
    where id = ${kept.id}`.execute(db);
  const others = waiting.filter((row) => row !== kept);
  await settle(tx, others, { charge_id: null, dismissed: kept.id });
}
