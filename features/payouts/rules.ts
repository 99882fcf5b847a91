/** Payees, payout methods and objections to payment, shared by browser and server. Specification: Payouts. */
import { type Actor, isGlobal } from '../../core/access.ts';
import { CURRENCIES, type Currency } from '../../core/money.ts';
import { METHOD_NAMES, METHODS } from '../users/payment-settings/rules.ts';

/** `none` is bookkeeping only: the site and the programs. */
export const PAYOUT_METHODS = [...METHODS, 'none'] as const;
export type PayoutMethod = (typeof PAYOUT_METHODS)[number];

/** `none` is the method of the site and the programs, which no bank pays. */
export const PAYOUT_METHOD_NAMES: Record<PayoutMethod, string> = { ...METHOD_NAMES, none: 'Bookkeeping' };

/** `elsewhere` is what payees were paid before their sales were moved in. */
export const HISTORY_METHODS = [...PAYOUT_METHODS, 'elsewhere'] as const;
export type HistoryMethod = (typeof HISTORY_METHODS)[number];

export const PAYOUT_KINDS = ['sales', 'membership'] as const;
export type PayoutKind = (typeof PAYOUT_KINDS)[number];

/** Withdrawn proposals appear in no list of payouts. */
export const PAYOUT_STATES = ['proposed', 'made', 'paid', 'returned'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** `making`: its lines are still being claimed; `failed`: they could not be, and nothing was paid. */
export const BATCH_STATES = ['making', 'proposed', 'made', 'cancelled', 'failed'] as const;

/** `1`: active whatever is to come; `-1`: pending whatever is over. */
export const OVERRIDES = ['1', '-1'] as const;
export type Override = (typeof OVERRIDES)[number];

export const MAX_RETURN_REASON = 1000;

/** Days that a changed destination is marked wherever payouts are shown. */
export const CHANGE_SHOWN_DAYS = 30;

/** Days after which a debt that no payout reduces counts as stuck. */
export const STUCK_DAYS = 90;

/** Hours between two notifications of one payee. */
export const NOTIFY_HOURS = 24;

/** Objections to a payout, or to a larger one. */
export const AGAINST = [
  'no_method',
  'deleted',
  'blocked',
  'new_account',
  'unapproved',
  'pending',
  'held',
  'below_minimum',
  'on_hold',
  'needs_approval',
  'in_making',
  'nothing',
] as const;
export type Against = (typeof AGAINST)[number];

/** The objections that prevent payment; the others explain why it is less or later. */
export const KEEPS_FROM_PAYING: readonly Against[] = [
  'no_method',
  'deleted',
  'blocked',
  'new_account',
  'unapproved',
  'below_minimum',
  'in_making',
  'nothing',
];

export function isPayable({ against }: { against: readonly Against[] }): boolean {
  return !against.some((word) => KEEPS_FROM_PAYING.includes(word));
}

export const AGAINST_WORDS: Record<Against, string> = {
  no_method: 'Payout details incomplete',
  deleted: 'The payee is deleted',
  blocked: 'The payee is inactive',
  new_account: 'Email or payout details changed recently',
  unapproved: 'Changed payout details need a second approver',
  pending: 'Some sales have upcoming sessions',
  held: 'Some transactions are on hold',
  below_minimum: 'Below the minimum',
  on_hold: 'Some sales are in the payout delay',
  needs_approval: 'Needs a second superadmin',
  in_making: 'In a batch that is being processed',
  nothing: 'Nothing to pay',
};

/** The owner of money: a user, a program, or with neither the site itself. */
export type PayeeKey = { user_id: number | null; program_id: number | null };

/** Returns the owner as one number, as in `open_lines.payee`: the site 0, user n 2n, program n 2n + 1. */
export function payeeNumber({ user_id, program_id }: PayeeKey): number {
  if (user_id !== null) return user_id * 2;
  return program_id !== null ? program_id * 2 + 1 : 0;
}

/** The most currencies there may ever be; new ones are appended. */
const CURRENCY_SLOTS = 32;

/** Returns the id of a payee in one currency: computed, not stored, so that it is stable and the same for every caller. */
export function payeeId(key: PayeeKey, currency: string): number {
  return payeeNumber(key) * CURRENCY_SLOTS + CURRENCIES.indexOf(currency as Currency) + 1;
}

/** Inverts `payeeId`; null for an id no payee can have. */
export function payeeOf(id: number): (PayeeKey & { currency: Currency }) | null {
  const currency = CURRENCIES[(id % CURRENCY_SLOTS) - 1];
  const payee = Math.floor(id / CURRENCY_SLOTS);
  if (!currency || !Number.isSafeInteger(id) || payee === 1) return null;
  if (payee === 0) return { user_id: null, program_id: null, currency };
  const number = Math.floor(payee / 2);
  return payee % 2 === 0
    ? { user_id: number, program_id: null, currency }
    : { user_id: null, program_id: number, currency };
}

export function adjustmentWords(
  kind: string,
  charge_id: number | null,
  payout_id: number | null = null,
): string {
  switch (kind) {
    case 'refund':
      return charge_id === null
        ? 'Refund of a paid-out sale'
        : `Refund of transaction ${charge_id}, already paid out`;
    case 'refund_undone':
      return `Failed refund of transaction ${charge_id ?? '?'}`;
    case 'return':
      return payout_id === null ? 'A returned payout' : `Payout ${payout_id} returned`;
    default:
      return `Refund of transaction ${charge_id ?? '?'} during a payout that was later cancelled`;
  }
}

/** True for staff of the payee's own program; the site's and other programs' lines are closed to them. */
export function maySwitch(actor: Actor, { user_id, program_id }: PayeeKey): boolean {
  return user_id !== null || isGlobal(actor) || program_id === actor.program_id;
}

/** Returns the override after the switch: null where the sessions to come decide the same. */
export function switched(line: { override: Override | null; future_sessions: number }): Override | null {
  const bySessions = line.future_sessions === 0;
  const active = line.override === null ? bySessions : line.override === '1';
  if (bySessions === !active) return null;
  return active ? '-1' : '1';
}
