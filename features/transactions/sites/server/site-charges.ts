/** Sales told by the site of a program. Specification: Sites, sales. */
import { sql } from 'kysely';
import {
  type Booked,
  type Outcome,
  type Rejected,
  rejectField,
  type SiteTransaction,
} from '../../../../server/sites/facts.ts';
import { usersHere } from '../../../users/server/users-here.ts';
import { bookSales, type SaleToBook, type SoldClass } from '../../server/book-sales.ts';
import type { SiteCharge } from '../contract.ts';
import { BookedPayments } from './booked-payments.ts';

export type BookedCharge = { enrolments: number[]; tickets: string[] };

/**
 * Books the sales of one call. Rejected: a class that the site does not sell now or a user of no such site (404), a class
 * told as a bundle or the other way about (400), a payment that is booked already for something else or by another
 * reference (409 `PROVIDER_REF_TAKEN`). A payment that Stripe has told before is that charge, and takes the reference.
 */
export async function bookCharges(
  tx: SiteTransaction,
  charges: readonly SiteCharge[],
): Promise<Outcome<BookedCharge>[]> {
  const payments = await BookedPayments.of(tx, charges);
  const [sold, users] = [
    await soldHere(tx, charges),
    await usersHere(
      tx,
      charges.flatMap(({ user_id }) => user_id ?? []),
    ),
  ];
  const decided = charges.map((charge): SaleToBook | Rejected | { known: number } => {
    const found = sold.get(charge.class_id);
    if (!found) return rejectField(404, 'class_id', `This site does not sell the class ${charge.class_id}`);
    if (found.is_bundle !== (charge.type === 'bundle'))
      return rejectField(400, 'type', `${charge.class_id} is ${found.is_bundle ? 'a bundle' : 'no bundle'}`);
    if (charge.user_id !== undefined && !users.has(charge.user_id))
      return rejectField(404, 'user_id', `There is no user ${charge.user_id}`);
    return payments.take(charge) ?? saleOf(tx, charge, found);
  });
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
    const booked: Booked<BookedCharge> = { id, enrolments: enrolments.get(id) ?? [], tickets: [] };
    return 'known' in one ? { ...booked, state: 'unchanged' } : booked;
  });
}

function saleOf({ site }: SiteTransaction, charge: SiteCharge, sold: SoldClass): SaleToBook {
  const { amount, currency, code, provider, provider_ref, description, discount, occurred_at } = charge;
  return {
    sold,
    amount,
    currency,
    provider,
    source: 'site',
    site_program_id: site.program_id,
    student_id: charge.user_id ?? null,
    provider_charge: provider_ref ?? null,
    discount_percent: discount?.percent ?? 0,
    discount_amount: discount?.amount ?? 0,
    ...(code && { code }),
    ...(description && { description }),
    ...(occurred_at && { created_at: occurred_at }),
    after: charge,
  };
}

async function soldHere(
  { db }: SiteTransaction,
  charges: readonly SiteCharge[],
): Promise<Map<number, SoldClass>> {
  const { rows } = await sql<SoldClass>`
    select class_id, class_name, is_bundle, instructor_id, home
    from sold_here(${charges.map(({ class_id }) => class_id)}::integer[])`.execute(db);
  return new Map(rows.map((sold) => [sold.class_id, sold]));
}

/** Enrolments of the buyers in what each charge sold, in a bundle's classes as well. */
async function enrolmentsOf(
  { db }: SiteTransaction,
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
