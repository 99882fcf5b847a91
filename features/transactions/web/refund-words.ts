import { formatMajor, formatMoney, minorOf } from '../../../core/money.ts';
import type { RefundEntry, Transaction } from '../contract.ts';

export function stateOf({ status, unknown }: Pick<RefundEntry, 'status' | 'unknown'>): string {
  if (unknown) return 'unconfirmed';
  return status === null ? 'queued' : STATES[status];
}

export function standingOf(transaction: Transaction): string[] {
  const { amount, refunded, currency, held, children } = transaction;
  const waiting = Map.groupBy(
    children.filter(({ status }) => status === null || status === 'pending'),
    stateOf,
  );
  const failed = children.filter(({ status }) => status === 'failed').length;
  return [
    ...[...waiting].map(([state, some]) => `Refund of ${sumOf(some)} ${state}`),
    ...(failed > 0 ? [failed === 1 ? 'A refund failed' : `${failed} refunds failed`] : []),
    ...(refunded > 0
      ? [refunded === amount ? 'Refunded' : `${formatMajor(refunded, currency)} refunded`]
      : []),
    ...byHandWords(children, currency),
    ...(held ? [held === 'disputed' ? 'Disputed' : 'On hold'] : []),
  ];
}

/** Beginning of what has still to be returned by hand. */
export const OWED = 'By hand:';

function byHandWords(children: readonly RefundEntry[], currency: string): string[] {
  const made = children.filter(({ status, by_hand }) => by_hand === 1 && status === 'succeeded');
  const owed = made.filter(({ returned_at }) => returned_at === null);
  if (owed.length > 0) return [`${OWED} ${sumOf(owed, currency)} to be returned`];
  return made.length > 0 ? ['By hand'] : [];
}

const STATES = { pending: 'sent to the provider', succeeded: 'refunded', failed: 'failed' } as const;

function sumOf(some: readonly RefundEntry[], currency = some[0]?.currency ?? ''): string {
  return formatMoney(
    some.reduce((sum, { amount }) => sum - minorOf(amount, currency), 0),
    currency,
  );
}
