import { sql } from 'kysely';
import { refuseField } from '../../../../core/errors.ts';
import type { TransactionContext } from '../../../../server/context.ts';
import type { SaleToBook } from '../../server/book-sales.ts';
import type { SiteCharge } from '../../sites/contract.ts';
import { enrolmentsOf } from '../../sites/server/site-charges.ts';

export type ToldSale = { program_id: number; reference: string; sale: SiteCharge };

/** Returns the sale that staff have named with what the site said of it: how it was paid, and what was taken off. */
export function withWhatWasTold(named: SaleToBook, { sale }: ToldSale): SaleToBook {
  const { provider, provider_ref = null, discount, description, event_id, quantity = 1 } = sale;
  const { sold } = named;
  return {
    ...named,
    sold: sold.event_id !== undefined && sold.event_id === event_id ? { ...sold, quantity } : sold,
    provider,
    provider_charge: provider_ref,
    source: 'site',
    discount_percent: discount?.percent ?? 0,
    discount_amount: discount?.amount ?? 0,
    ...(description !== undefined && { description }),
  };
}

/** Returns the charge that Stripe has told of the same payment, null for none. 400 where it is another sale: it cannot be booked twice. */
export async function chargeOfPayment(
  { db }: TransactionContext,
  { sold, student_id = null, amount, currency, provider_charge, site_program_id }: SaleToBook,
): Promise<number | null> {
  if (!provider_charge) return null;
  const { rows } = await sql<{ id: number; is_same: boolean }>`
    select c.id, (c.student_id, c.class_id, c.event_id, c.subscription, c.amount, c.currency, c.site_program_id)
      is not distinct from (${student_id}::integer, ${sold.class_id}::integer, ${sold.event_id ?? null}::integer,
        ${sold.subscription ?? null}::text, ${amount}::bigint, ${currency}::text, ${site_program_id ?? null}::integer) as is_same
    from payment_names(array[${provider_charge}::text]) n join charges c on c.provider_charge = n.name`.execute(
    db,
  );
  const [charge] = rows;
  if (!charge) return null;
  if (charge.is_same) return charge.id;
  return refuseField(
    'id',
    `This payment is already booked: transaction ${charge.id}. Dismiss the sale instead`,
  );
}

/** Answers the site from now on with the charge that its sale has become, or that staff have dismissed it. */
export async function answerTold(
  tx: TransactionContext,
  { program_id, reference }: ToldSale,
  booked: { id: number; tickets: string[] } | null,
): Promise<void> {
  const enrolments = booked ? ((await enrolmentsOf(tx, [booked.id])).get(booked.id) ?? []) : [];
  const answer = booked
    ? { ...booked, enrolments }
    : { id: null, state: 'dismissed', enrolments, tickets: [] };
  await sql`update site_facts set answer = ${JSON.stringify(answer)}::jsonb
    where program_id = ${program_id} and kind = 'charge' and reference = ${reference}`.execute(tx.db);
}
