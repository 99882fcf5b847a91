import { createHmac } from 'node:crypto';
import { toMajor } from '../../../core/money.ts';
import type { Context } from '../../../server/context.ts';
import type { Preview } from '../contract.ts';
import { isPayable, PAYOUT_METHODS, type PayoutKind, type PayoutMethod } from '../rules.ts';
import { accountOf } from './account-words.ts';
import { bridgeOfDue } from './bridge.ts';
import type { Due } from './payout-types.ts';
import { lastBatch, newPayees } from './standing-out.ts';

/** Returns a preview in major units; its fingerprint covers lines, destinations and `of`, which holds parts of a pool: no id before the freeze. */
export async function previewOf(
  context: Context,
  kind: PayoutKind,
  due: readonly Due[],
  of: readonly unknown[] = [],
): Promise<Preview> {
  const isNew = await newPayees(
    context,
    due.flatMap(({ user_id }) => user_id ?? []),
  );
  const largest = new Set(largestOf(due.filter(isPayable)).map(({ id }) => id));
  return {
    payees: due.map((one) => {
      const { id, user_id, name, currency, method, lines, against } = one;
      return {
        id,
        name,
        currency,
        method,
        account: accountOf(method, one.details),
        largest: largest.has(id) ? 1 : 0,
        first: user_id !== null && isNew.has(user_id) ? 1 : 0,
        changed_at: one.changed_at,
        payable_from: one.payable_from,
        release: one.release,
        lines,
        lines_amount: toMajor(one.lines_amount, currency),
        debts: toMajor(one.debts, currency),
        amount: toMajor(one.amount, currency),
        bridge: bridgeOfDue(one),
        against: [...against],
        payable: isPayable({ against }) ? 1 : 0,
      };
    }),
    totals: totalsOf(due.filter(isPayable)),
    last_batch: await lastBatch(context, kind),
    fingerprint: fingerprintOf(context, due, of),
  };
}

function largestOf(paid: readonly Due[]): Due[] {
  return [...Map.groupBy(paid, ({ currency }) => currency).values()].flatMap((some) => {
    const most = Math.max(...some.map(({ amount }) => amount));
    return some.length > 1 ? some.filter(({ amount }) => amount === most) : [];
  });
}

/** Hashes what would be paid and where to; what stays behind may change, as nothing of it is paid. */
export function fingerprintOf(
  { platform }: Context,
  due: readonly Due[],
  of: readonly unknown[] = [],
): string {
  return createHmac('sha256', platform.paymentKey)
    .update(JSON.stringify([due.map((one) => ({ ...one, part_id: null, left: null })), of]))
    .digest('hex');
}

type Summed = { currency: string; method: PayoutMethod | null; amount: number; payees?: number };

/** Sums by currency and method, in the order of names and of the methods; rows or `payees` sums, in minor units. */
export function totalsOf(rows: readonly Summed[]): Preview['totals'] {
  const groups = Map.groupBy(rows, ({ currency, method }) => `${currency} ${method}`);
  return [...groups.values()]
    .flatMap((some) => {
      const [{ currency, method } = { currency: '', method: null }] = some;
      if (method === null) return [];
      const amount = some.reduce((sum, row) => sum + row.amount, 0);
      const payees = some.reduce((sum, row) => sum + (row.payees ?? 1), 0);
      return [{ currency, method, payees, amount: toMajor(amount, currency) }];
    })
    .toSorted(
      (a, b) =>
        a.currency.localeCompare(b.currency, 'en') ||
        PAYOUT_METHODS.indexOf(a.method) - PAYOUT_METHODS.indexOf(b.method),
    );
}
