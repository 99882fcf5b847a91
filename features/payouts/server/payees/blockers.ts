import type { Currency } from '../../../../core/money.ts';
import type { Rules } from '../../../money-settings/rules.ts';
import type { Against, PayoutMethod } from '../../rules.ts';
import type { Standing } from './standings.ts';

/** Returns objections in display order; `amount` in minor units, never below 0. */
export function againstOf(
  due: {
    amount: number;
    currency: string;
    method: PayoutMethod | null;
    pending: boolean;
    held: boolean;
    on_hold: boolean;
    in_making?: boolean;
  } & Pick<Standing, 'deleted' | 'blocked' | 'new_account' | 'unapproved'>,
  { minimum, payout_approval }: Pick<Rules, 'minimum' | 'payout_approval'>,
): Against[] {
  const { amount, currency, method, pending, held, on_hold, in_making = false } = due;
  const { deleted, blocked, new_account, unapproved } = due;
  const against: [Against, boolean][] = [
    ['no_method', method === null],
    ['deleted', deleted],
    ['blocked', blocked],
    ['new_account', new_account],
    ['unapproved', unapproved],
    ['pending', pending],
    ['held', held],
    ['below_minimum', amount > 0 && amount < (minimum[currency as Currency] ?? 0)],
    ['on_hold', on_hold],
    ['needs_approval', payout_approval && amount > 0],
    ['in_making', in_making],
    ['nothing', amount === 0],
  ];
  return against.flatMap(([word, stands]) => (stands ? [word] : []));
}
