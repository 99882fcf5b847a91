import { sql } from 'kysely';
import type { TransactionContext } from '../../../../server/context.ts';
import {
  type Booked,
  type Outcome,
  type Rejected,
  refusable,
  rejectField,
  type SiteTransaction,
} from '../../../../server/sites/facts.ts';
import { holdEvents } from '../../../../server/sites/rows-here.ts';
import { sourceOf } from '../../../../server/sites/site-caller.ts';
import { sellTickets } from '../../../events/draws/server/tickets.ts';
import { bookSales, type SaleToBook } from '../../server/book-sales.ts';
import type { SoldThing } from '../../server/sold-things.ts';
import type { BoughtCharge } from '../contract.ts';
import { holdPayments } from './booked-payments.ts';
import { soldThings } from './sold-things.ts';

export type BookedCharge = { enrolments: number[]; tickets: string[] };

/**
 * Books the sales of one call. Rejected: what the site does not sell or show now and a user of no such site (404), a class
 * told as a bundle or the other way about (400), tickets that are not left or of an event that is over (409 `SOLD_OUT`), a
 * payment that is booked already for something else or by another reference (409 `PROVIDER_REF_TAKEN`). A payment that Stripe has told before is
 * that charge, and takes the reference.
 */
export async function bookCharges(
  tx: SiteTransaction,
  charges: readonly BoughtCharge[],
): Promise<Outcome<BookedCharge>[]> {
  const payments = await holdPayments(tx, charges);
  // In one order for all calls, so that two that share events wait for each other and go on.
  const events = charges.flatMap(({ event_id }) => event_id ?? []);
  if (events.length > 0) await holdEvents(tx, events);
  const soldBy = await soldThings(tx, charges);
  const decided: (Sale | Rejected | { known: number })[] = [];
  for (const charge of charges) {
    const sold = soldBy(charge);
    const one =
      'rejected' in sold
        ? sold
        : (payments.check(charge) ?? (await withTickets(tx, saleOf(tx, charge, sold))));
    // What is rejected leaves its payment to the next.
    if (!('rejected' in one)) payments.take(charge);
    decided.push(one);
  }
  const sales = decided.filter((one) => 'sold' in one);
  const made = (sales.length > 0 ? await bookSales(tx, sales) : []).values();
  const ids = decided.map((one) =>
    'sold' in one ? made.next().value : 'known' in one ? one.known : undefined,
  );
  const enrolments = await enrolmentsOf(
    tx,
    ids.flatMap((id) => id ?? []),
  );
  return decided.map((one, index): Outcome<BookedCharge> => {
    const id = ids[index];
    if ('rejected' in one || id === undefined) return one as Rejected;
    const booked: Booked<BookedCharge> = {
      id,
      enrolments: enrolments.get(id) ?? [],
      tickets: 'tickets' in one ? one.tickets : [],
    };
    return 'known' in one ? { ...booked, state: 'unchanged' } : booked;
  });
}

type Sale = SaleToBook & { tickets: string[] };

/** Sells the tickets of an event's sale; where they are not left, nothing of it is booked. */
async function withTickets(tx: SiteTransaction, sale: SaleToBook): Promise<Sale | Rejected> {
  const { event_id, quantity = 1 } = sale.sold;
  const user_id = sale.student_id;
  if (event_id === undefined || user_id == null) return { ...sale, tickets: [] };
  const sold = await refusable(tx, () => sellTickets(tx, { event_id, user_id, quantity }));
  if (Array.isArray(sold)) return { ...sale, tickets: sold };
  const [error] = sold.rejected.errors;
  const isSoldOut =
    error?.path === 'quantity' || (error?.path === 'event_id' && (await isOver(tx, event_id)));
  return error && isSoldOut ? rejectField(409, error.path, error.message, 'SOLD_OUT') : sold;
}

async function isOver({ db }: SiteTransaction, event_id: number): Promise<boolean> {
  const event = db.selectFrom('events').select(sql<boolean>`end_at <= clock_timestamp()`.as('is_over'));
  return (await event.where('id', '=', event_id).executeTakeFirst())?.is_over ?? false;
}

function saleOf({ site }: SiteTransaction, charge: BoughtCharge, sold: SoldThing): SaleToBook {
  const { amount, currency, code, provider, provider_ref, description, discount, occurred_at } = charge;
  return {
    sold,
    amount,
    currency,
    provider,
    source: sourceOf(site),
    site_program_id: site.program_id,
    student_id: charge.user_id ?? null,
    provider_charge: provider_ref ?? null,
    discount_percent: discount?.percent ?? 0,
    discount_amount: discount?.amount ?? 0,
    ...(code !== undefined && { code }),
    ...(description !== undefined && { description }),
    ...(occurred_at && { created_at: occurred_at }),
    after: charge,
  };
}

/** Enrolments of the buyers in what each charge sold, in a bundle's classes as well. */
export async function enrolmentsOf(
  { db }: TransactionContext,
  chargeIds: readonly number[],
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ charge_id: number; ids: number[] }>`
    with recursive inside (charge_id, student_id, class_id) as (
      select c.id, c.student_id, c.class_id from charges c where c.id = any (${chargeIds}::integer[])
      union
      select i.charge_id, i.student_id, b.class_id from inside i join bundle_classes b on b.bundle_id = i.class_id
    )
    select i.charge_id, array_agg(e.id order by e.id) as ids
    from inside i join class_users e on e.class_id = i.class_id and e.user_id = i.student_id
    group by i.charge_id`.execute(db);
  return new Map(rows.map(({ charge_id, ids }) => [charge_id, ids]));
}
