/** Why a row of payees has neither tick nor Send: one chip, of what has to be settled first. */
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
      <Badge variant="default" size="sm" tt="none" fw={500} style={{ height: 'auto', whiteSpace: 'normal' }}>
        {words}
      </Badge>
    )
  );
}

/** The first of what stands in the way; null where nothing is said of it that the row does not say. */
export function stopWords({ against, future_sessions = null, ready_at = null }: Stopped): string | null {
  const of = ORDER.find((word) => against.includes(word));
  switch (of) {
    case 'new_account':
    case 'on_hold':
      return ready_at === null ? WORDS[of] : `Ready ${inUtcDays.format(new Date(ready_at))}`;
    case 'pending':
      if (future_sessions === null) return WORDS.pending;
      return future_sessions === 1 ? '1 session to come' : `${future_sessions} sessions to come`;
    default:
      return of === undefined ? null : WORDS[of];
  }
}

/** What staff can do something about before what only time settles. */
const ORDER = [
  'deleted',
  'blocked',
  'no_method',
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
  no_method: 'No payout details',
  new_account: 'Details changed',
  below_minimum: 'Below the minimum',
  pending: 'Upcoming sessions',
  on_hold: 'In the payout delay',
  held: 'On hold',
  nothing: 'Nothing to pay',
};
