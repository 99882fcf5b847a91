/** What is sold and who is paid of it, the same in browser and server. Specification: Transactions. */
import { splitAmount } from '../../core/money.ts';

export const CHARGE_TYPES = [
  'class_payment',
  'bundle_payment',
  'event_payment',
  'membership_payment',
] as const;
export type ChargeType = (typeof CHARGE_TYPES)[number];

export const CHARGE_TYPE_NAMES: Record<ChargeType, string> = {
  class_payment: 'Class',
  bundle_payment: 'Bundle',
  event_payment: 'Event',
  membership_payment: 'Membership',
};

export const PAYEE_KINDS = ['user', 'program', 'site'] as const;

/** What a refund says to the outside; null before the provider has it. */
export const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const;

/** Why the lines of a charge are not paid: its rows do not agree, or the buyer's bank wants the money back. */
export const HELD_BACK = ['over_100', 'no_program', 'no_instructor', 'disputed'] as const;
export type HeldBack = (typeof HELD_BACK)[number];

/** Why nobody is paid. */
export const HELD_WORDS: Record<HeldBack, string> = {
  over_100: 'held: its rows come to more than 100 across the levels',
  no_program: 'held: a program commission is due, but the instructor has no program',
  no_instructor: 'held: the class has no instructor to pay the rest to',
  disputed: 'held: the buyer’s bank wants the money back',
};

type InPayout = { payout_id: number | null; payout_status: 0 | 1 };

/** What a line that gives something back is asked for instead of itself, in words; null where no payout holds it. Specification: Transactions. */
export function takenOff({ payout_id, payout_status }: InPayout): string | null {
  if (payout_id === null) return null;
  return payout_status === 1
    ? 'paid already: the next payout takes it off'
    : 'in a payout that waits for approval: the one after it takes it off';
}

/** Whether a payout has paid it: one that waits for approval holds the line and pays nothing yet. */
export function paidWords({ payout_id, payout_status }: InPayout): string {
  if (payout_id === null) return 'not paid yet';
  return payout_status === 1
    ? `paid out in payout #${payout_id}`
    : `in payout #${payout_id}, which waits for approval`;
}

/** What the site itself is called where it is paid. */
export const GLOBAL_SITE = 'GLOBAL SITE';

/** Whom money belongs to, by `name` where the caller may see it: a user, a program, or neither: the site itself. */
export function payeeName(
  { user_id, program_id }: { user_id: number | null; program_id: number | null },
  name: string | null,
): string {
  if (user_id !== null) return name ?? `User #${user_id}`;
  return program_id !== null ? (name ?? `Program #${program_id}`) : GLOBAL_SITE;
}

/** Only what enrols can be cancelled with its refund. */
export function canCancelRegistration(type: ChargeType): boolean {
  return type === 'class_payment' || type === 'bundle_payment';
}

/**
 * What each line gives back of a refund, in the order given: in the ratio of what it still holds, exactly. All in minor
 * units; nothing where no line holds anything, as of a charge that was never divided.
 */
export function sharesOfRefund(
  amount: number,
  lines: readonly { type: number; row_id: number; amount: number; refunded: number }[],
): number[] {
  const parts = lines.map((line) => ({
    type: line.type,
    row_id: line.row_id,
    hundredths: line.amount - line.refunded,
  }));
  if (parts.every(({ hundredths }) => hundredths === 0)) return lines.map(() => 0);
  return splitAmount(amount, parts);
}
