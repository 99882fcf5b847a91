import { sql } from 'kysely';
import {
  type Rejected,
  referencesErased,
  rejectField,
  type SiteTransaction,
} from '../../../../server/sites/facts.ts';
import { lockPayments } from '../../unmatched/server/payment-names.ts';
import type { BoughtCharge, SiteCharge } from '../contract.ts';

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

/** Answers what stands against booking the payment of a charge: nothing (null), the same told by Stripe before, or another sale. */
export type Payments = {
  check: (charge: BoughtCharge) => { known: number } | Rejected | null;
  /** Checks a sale whose buyer is not known yet: what Stripe has told may turn out to be the same. */
  checkWaiting: (charge: SiteCharge) => Rejected | null;
  take: (charge: SiteCharge) => void;
};

/**
 * Holds the payments that the charges of one call name until its transaction ends, so that nobody books them beside it,
 * and says of each whether it may be booked: once, and not one that is booked for something else, or that is told or
 * waits under another reference.
 */
export async function holdPayments(tx: SiteTransaction, charges: readonly SiteCharge[]): Promise<Payments> {
  const named = paymentsNamed(charges);
  await lockPayments(tx.db, named);
  const known = await bookedPayments(tx, named);
  const waiting = await waitingPayments(tx, named);
  const taken = await referencesErased(tx, 'payment', named);
  const isTaken = ({ provider_ref = '', reference }: SiteCharge) => {
    const by = waiting.get(provider_ref);
    const isOwn = by === undefined || (by.program_id === tx.site.program_id && by.reference === reference);
    return taken.has(provider_ref) || !isOwn;
  };
  return {
    check(charge) {
      const { provider_ref } = charge;
      if (provider_ref === undefined) return null;
      if (isTaken(charge)) return TAKEN;
      const booked = known.get(provider_ref);
      if (!booked) return null;
      const isOurs = isOnlyToldByStripe(booked) && isSameThing(tx, booked, charge);
      return isOurs && booked.student_id === (charge.user_id ?? null) ? { known: booked.id } : TAKEN;
    },
    checkWaiting(charge) {
      const { provider_ref } = charge;
      if (provider_ref === undefined) return null;
      const booked = known.get(provider_ref);
      const isFree = !booked || (isOnlyToldByStripe(booked) && isSameThing(tx, booked, charge));
      return isFree && !isTaken(charge) ? null : TAKEN;
    },
    take: ({ provider_ref }) => void (provider_ref !== undefined && taken.add(provider_ref)),
  };
}

/** Returns the payments that charges name. */
export function paymentsNamed(charges: readonly SiteCharge[]): string[] {
  return [...new Set(charges.flatMap(({ provider_ref }) => provider_ref ?? []))];
}

const TAKEN = rejectField(
  409,
  'provider_ref',
  'This payment is already booked, under another reference or for something else',
  'PROVIDER_REF_TAKEN',
);

async function bookedPayments(
  { db, site }: SiteTransaction,
  named: readonly string[],
): Promise<Map<string, Payment>> {
  if (named.length === 0) return new Map();
  const { rows } = await sql<Payment>`
    select p.*, exists (select from site_facts f where f.program_id = ${site.program_id} and f.kind = 'charge'
      and f.answer ->> 'id' = p.id::text) as is_told
    from booked_payments(${named}::text[]) p`.execute(db);
  return new Map(rows.map((payment) => [payment.provider_charge, payment]));
}

async function waitingPayments(
  { db }: SiteTransaction,
  named: readonly string[],
): Promise<Map<string, { program_id: number; reference: string }>> {
  if (named.length === 0) return new Map();
  const { rows } = await sql<{ provider_ref: string; program_id: number; reference: string }>`
    select provider_ref, program_id, reference from waiting_payments(${named}::text[])`.execute(db);
  return new Map(rows.map(({ provider_ref, ...waiting }) => [provider_ref, waiting]));
}

function isOnlyToldByStripe({ source, is_told }: Payment): boolean {
  return source === 'stripe' && !is_told;
}

function isSameThing({ site }: SiteTransaction, booked: Payment, charge: SiteCharge): boolean {
  const { class_id = null, event_id = null, subscription = null, amount, currency } = charge;
  return (
    booked.program_id === site.program_id &&
    booked.amount === amount &&
    booked.currency === currency &&
    booked.class_id === class_id &&
    booked.event_id === event_id &&
    booked.subscription === subscription
  );
}
