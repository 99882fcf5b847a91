import { Badge } from '@mantine/core';
import type { Against } from '../../../features/payouts/rules.ts';
import { inUtcDays } from '../../ui/dates.ts';

type Stopped = {
  against: readonly Against[];
  payable: 0 | 1;
  future_sessions?: number | null;
  ready_at?: string | null;
};

export function PayeeChip(row: Stopped) {
  const words = row.payable === 1 ? null : stopWords(row);
  return (
    words && (
      // By itself a badge gives way to what is beside it, until nothing of its words is left.
      <Badge component="span" variant="default" size="sm" tt="none" fw={500} miw="max-content">
        {words}
      </Badge>
    )
  );
}

/** Returns the most important reason; null where the row shows it already. */
export function stopWords({ against, future_sessions = null, ready_at = null }: Stopped): string | null {
  const of = ORDER.find((word) => against.includes(word));
  switch (of) {
    case 'new_account':
    case 'on_hold':
      return ready_at === null ? WORDS[of] : `Ready ${inUtcDays.format(new Date(ready_at))}`;
    case 'pending':
      if (future_sessions === null) return WORDS.pending;
      return future_sessions === 1 ? '1 upcoming session' : `${future_sessions} upcoming sessions`;
    default:
      return of === undefined ? null : WORDS[of];
  }
}

/** Reasons in order: those that staff can resolve come before those that only time does. */
const ORDER = [
  'deleted',
  'blocked',
  'no_method',
  'unapproved',
  'new_account',
  'below_minimum',
  'pending',
  'on_hold',
  'held',
  'nothing',
] as const satisfies readonly Against[];

const WORDS: Record<(typeof ORDER)[number], string> = {
  deleted: 'Deleted',
  blocked: 'Inactive',
  no_method: 'No payout method',
  unapproved: 'Details need approval',
  new_account: 'Details changed',
  below_minimum: 'Below the minimum',
  pending: 'Upcoming sessions',
  on_hold: 'In the payout delay',
  held: 'On hold',
  nothing: 'Nothing to pay',
};
