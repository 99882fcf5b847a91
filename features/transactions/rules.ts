/** Types of sales, and their division among payees, shared by browser and server. Specification: Transactions. */
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

/** Types of sales as sites and staff name them: a charge's without what it ends in. */
export const SALE_TYPES = ['class', 'bundle', 'event', 'membership'] as const;
export type SaleType = (typeof SALE_TYPES)[number];

export const MEMBERSHIP_PERIODS = ['month', 'year'] as const;
export type MembershipPeriod = (typeof MEMBERSHIP_PERIODS)[number];

export const PAYEE_KINDS = ['user', 'program', 'site'] as const;

/** The public states of a refund; null before the provider has it. */
export const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const;

/** Reasons a charge's lines are unpaid: its commission rows clash, or the buyer's bank disputes the charge. */
export const HELD_BACK = ['over_100', 'no_program', 'no_instructor', 'disputed'] as const;
export type HeldBack = (typeof HELD_BACK)[number];

export const HELD_WORDS: Record<HeldBack, string> = {
  over_100: 'on hold: the rates add up to more than 100%',
  no_program: "on hold: program commission set, but the instructor isn't in a program",
  no_instructor: 'on hold: the class has no instructor to get the rest',
  disputed: 'on hold: disputed (chargeback)',
};

type InPayout = { payout_id: number | null; payout_status: 0 | 1 };

/** Returns the state of a line's payout in words, for a debt charged against the next one; null outside of payouts. Specification: Transactions. */
export function takenOff({ payout_id, payout_status }: InPayout): string | null {
  if (payout_id === null) return null;
  return payout_status === 1
    ? 'already paid; deducted from the next payout'
    : 'in a payout that needs approval; deducted from the payout after that';
}

export function paidWords({ payout_id, payout_status }: InPayout): string {
  if (payout_id === null) return 'not paid yet';
  return payout_status === 1 ? `paid out in payout #${payout_id}` : `in payout #${payout_id}, needs approval`;
}

export const GLOBAL_SITE = 'GLOBAL SITE';

/** Returns the payee's name: a user or program if the caller may see it, otherwise the site itself. */
export function payeeName(
  { user_id, program_id }: { user_id: number | null; program_id: number | null },
  name: string | null,
): string {
  if (user_id !== null) return name ?? `User #${user_id}`;
  return program_id !== null ? (name ?? `Program #${program_id}`) : GLOBAL_SITE;
}

export function canCancelRegistration(type: ChargeType): boolean {
  return type === 'class_payment' || type === 'bundle_payment';
}

/** Divides a refund exactly among lines in the order given, in proportion to what each still holds. Minor units; zeros where no line holds anything. */
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
