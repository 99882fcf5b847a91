import { formatMajor } from '../../../core/money.ts';
import { type HistoryMethod, PAYOUT_METHOD_NAMES } from '../../../features/payouts/rules.ts';

export const HISTORY_METHOD_NAMES: Record<HistoryMethod, string> = {
  ...PAYOUT_METHOD_NAMES,
  elsewhere: 'Settled elsewhere',
};

export const PAYOUT_METHOD_CHOICES = Object.entries(PAYOUT_METHOD_NAMES).map(([value, label]) => ({
  value,
  label,
}));

/** Formats major units without the currency, for use beside it: `−1,204.50`. */
export function figuresOf(major: number, currency: string): string {
  return formatMajor(major, currency).slice(currency.length + 1);
}

/** Counts users as people, and what else has balances: "564 people, 12 programs". The site counts as a program. */
export function peopleOf({ people, payees }: { people: number; payees: number }): string {
  const others = payees - people;
  return [
    ...(people > 0 || others === 0
      ? [`${people.toLocaleString('en-US')} ${people === 1 ? 'person' : 'people'}`]
      : []),
    ...(others > 0 ? [counted(others, 'program')] : []),
  ].join(', ');
}

/** Counts people, programs and the site, each once: "12 payees". */
export function payeesOf(count: number): string {
  return counted(count, 'payee');
}

/** Counts one a payee and currency: "12 balances". */
export function balancesOf(count: number): string {
  return counted(count, 'balance');
}

export function payoutsOf(count: number): string {
  return counted(count, 'payout');
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
