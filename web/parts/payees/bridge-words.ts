import type { Bridge, BridgeTerm } from '../../../features/payouts/bridge.ts';
import { figuresOf } from './payout-words.ts';

/** Returns "Sales 412.10 − refunds 31.50 − debts 12.00 − on hold 91.56", whose result the caller names. */
export function bridgeTerms({ terms }: Bridge, currency: string): string {
  const words = terms.map(({ of, amount }, index) => {
    const figures = figuresOf(Math.abs(amount), currency);
    if (index > 0) return `${amount < 0 ? '−' : '+'} ${NAMES[of]} ${figures}`;
    return amount < 0 ? `− ${NAMES[of]} ${figures}` : `${capital(NAMES[of])} ${figures}`;
  });
  return words.join(' ');
}

/** True where the terms say more than their result: one that equals it needs no arithmetic. */
export function saysMore({ terms }: Bridge): boolean {
  return terms.length > 1;
}

const NAMES: Record<BridgeTerm, string> = {
  sales: 'sales',
  memberships: 'memberships',
  refunds: 'refunds',
  credits: 'credits',
  debts: 'debts',
  pending: 'pending',
  delayed: 'in the payout delay',
  on_hold: 'on hold',
  elsewhere: 'in other programs',
  carried: 'carried over',
};

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
