import { Alert, Text } from '@mantine/core';
import { Time } from '../../../web/ui/time.tsx';
import type { MembershipPool } from '../contract.ts';
import { poolWords } from './payable.ts';

type RangeNoticeProps = {
  count: { live: number; recordings: number };
  pool: MembershipPool | null;
  /** Why nothing of the range can be paid, beside an amount that nobody has named yet. */
  against: string | null;
  /** What is typed is not what the pool splits. */
  differs: boolean;
  lens: boolean;
};

/** What the list is of: how much was attended, what of it is settled, and what the other column means. */
export function RangeNotice({ count: { live, recordings }, pool, against, differs, lens }: RangeNoticeProps) {
  return (
    <>
      <Text size="sm" mb="xs">
        {(live + recordings).toLocaleString('en-US')} attended: {live.toLocaleString('en-US')} live,{' '}
        {recordings.toLocaleString('en-US')} recordings
      </Text>
      {pool && (
        <Alert variant="outline" p="xs" mb="xs">
          {poolWords(pool)}, was frozen on <Time value={pool.created_at} />: who has not been paid of it is
          paid what stands here.{differs && ' The amount above is not looked at.'}
        </Alert>
      )}
      {against && (
        <Alert variant="outline" color="yellow" p="xs" mb="xs">
          {against}
        </Alert>
      )}
      {lens && (
        <Text size="sm" c="dimmed" mb="xs">
          Lens: what each would get if every member’s fee followed that member’s own attendances. It is not
          what is paid.
        </Text>
      )}
    </>
  );
}
