/** Payments that are booked already, by the provider's id. Specification: Sites, sales. */
import { sql } from 'kysely';
import { lockAll } from '../../../../server/db/client.ts';
import { type Rejected, rejectField, type SiteTransaction } from '../../../../server/sites/facts.ts';
import { paymentLock } from '../../unmatched/server/book-payment.ts';
import type { SiteCharge } from '../contract.ts';

type Payment = {
  id: number;
  provider_charge: string;
  source: string;
  program_id: number | null;
  student_id: number | null;
  class_id: number | null;
  event_id: number | null;
  subscription: string | null;
  amount: number;
  currency: string;
  /** A reference names it: it is told, and no other may take it. */
  is_told: boolean;
};

/** Takes the payment of a charge; null where it is booked nowhere yet, the charge where Stripe told the same before. */
export type TakePayment = (charge: SiteCharge) => { known: number } | Rejected | null;

/**
 * Holds the payments that the charges of one call name until its transaction ends, so that nobody books them beside it,
 * and answers what takes each: once, and not one that is booked for something else or told by another reference.
 */
export async function holdPayments(
  tx: SiteTransaction,
  charges: readonly SiteCharge[],
): Promise<TakePayment> {
  const known = await bookedPayments(tx, charges);
  const taken = new Set<string>();
  return (charge) => {
    if (charge.provider_ref === undefined) return null;
    const name = paymentLock(charge.provider_ref);
    const booked = known.get(name);
    const isTaken = taken.has(name);
    taken.add(name);
    if (!booked && !isTaken) return null;
    if (booked && !isTaken && isOnlyToldByStripe(booked) && isSame(tx, booked, charge))
      return { known: booked.id };
    return rejectField(
      409,
      'provider_ref',
      'This payment is booked already, under another reference or for something else',
      'PROVIDER_REF_TAKEN',
    );
  };
}

async function bookedPayments(
  { db, site }: SiteTransaction,
  charges: readonly SiteCharge[],
): Promise<Map<string, Payment>> {
  const named = [...new Set(charges.flatMap(({ provider_ref }) => provider_ref ?? []))];
  if (named.length === 0) return new Map();
  await lockAll(db, named.map(paymentLock).toSorted());
  const { rows } = await sql<Payment>`
    select p.*, exists (select from site_facts f where f.program_id = ${site.program_id} and f.kind = 'charge'
      and f.answer ->> 'id' = p.id::text) as is_told
    from booked_payments(${named}::text[]) p`.execute(db);
  return new Map(rows.map((payment) => [paymentLock(payment.provider_charge), payment]));
}

function isOnlyToldByStripe({ source, is_told }: Payment): boolean {
  return source === 'stripe' && !is_told;
}

function isSame({ site }: SiteTransaction, booked: Payment, charge: SiteCharge): boolean {
  const { user_id = null, class_id = null, event_id = null, subscription = null, amount, currency } = charge;
  return (
    booked.program_id === site.program_id &&
    booked.student_id === user_id &&
    booked.amount === amount &&
    booked.currency === currency &&
    booked.class_id === class_id &&
    booked.event_id === event_id &&
    booked.subscription === subscription
  );
}
