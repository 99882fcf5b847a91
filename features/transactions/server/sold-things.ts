/** Things that are sold, whoever tells it: classes and bundles, tickets of events, memberships. Specification: Charges. */
import type { ChargeType, MembershipPeriod } from '../rules.ts';

export type SoldThing = {
  charge_type: ChargeType;
  name: string;
  class_id: number | null;
  /** Null for tickets and memberships: what the platform leaves is the program's. */
  instructor_id: number | null;
  /** Program of the instructor, or the one that sells tickets and memberships. */
  home: number | null;
  event_id?: number;
  quantity?: number;
  subscription?: MembershipPeriod;
};

/** A class as the database's `sold_on` and `sold_here` answer it; `home` is the program of the instructor. */
export type FoundClass = {
  class_id: number;
  class_name: string;
  is_bundle: boolean;
  instructor_id: number | null;
  home: number | null;
};

export function soldClass({ class_id, class_name, is_bundle, instructor_id, home }: FoundClass): SoldThing {
  const charge_type = is_bundle ? 'bundle_payment' : 'class_payment';
  return { charge_type, name: class_name, class_id, instructor_id, home };
}

export function soldTickets(
  program_id: number,
  event: { id: number; name: string },
  quantity: number,
): SoldThing {
  const { id: event_id, name } = event;
  return { ...ofProgram(program_id), charge_type: 'event_payment', name, event_id, quantity };
}

export function soldMembership(program_id: number, subscription: MembershipPeriod): SoldThing {
  return {
    ...ofProgram(program_id),
    charge_type: 'membership_payment',
    name: subscription === 'year' ? 'Membership for a year' : 'Membership for a month',
    subscription,
  };
}

function ofProgram(home: number) {
  return { class_id: null, instructor_id: null, home };
}
