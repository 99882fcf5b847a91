/** How payouts are spoken of: by their screens, those of memberships, and what is paid of them. */
import { formatMajor } from '../../../core/money.ts';
import type { PayoutMethod } from '../../../features/payouts/rules.ts';
import { METHOD_NAMES } from '../../../features/users/payment-settings/rules.ts';

/** `none` is of the site and the programs, whom no bank pays. */
export const PAYOUT_METHOD_NAMES: Record<PayoutMethod, string> = { ...METHOD_NAMES, none: 'Bookkeeping' };

export const PAYOUT_METHOD_CHOICES = Object.entries(PAYOUT_METHOD_NAMES).map(([value, label]) => ({
  value,
  label,
}));

/** An amount of major units without its currency, where that stands beside it: `−1,204.50`. */
export function figuresOf(major: number, currency: string): string {
  return formatMajor(major, currency).slice(currency.length + 1);
}

/** "12 payees": people, programs and the site, each once. */
export function payeesOf(count: number): string {
  return counted(count, 'payee');
}

/** "12 balances": one a payee and currency. */
export function balancesOf(count: number): string {
  return counted(count, 'balance');
}

/** "12 payouts": one a balance that is paid. */
export function payoutsOf(count: number): string {
  return counted(count, 'payout');
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
