import { Alert, Anchor, Text } from '@mantine/core';
import { Fragment } from 'react';
import { Time } from '../../../../web/ui/time.tsx';
import type { LateAttendances, MembershipPool } from '../contract.ts';
import { nameOf } from './calls.ts';
import { attendancesOf, poolWords } from './payable.ts';

type RangeNoticeProps = {
  /** Undefined until known: its line is reserved. */
  count: { live: number; recordings: number } | undefined;
  pool: MembershipPool | null;
  late: LateAttendances | null;
  onOpen: (id: number) => void;
  against: string | null;
  /** True where one of these notices is likely: its line is reserved. */
  awaited: boolean;
  differs: boolean;
  lens: boolean;
};

export function RangeNotice(props: RangeNoticeProps) {
  const { count, pool, late, onOpen, against, awaited, differs, lens } = props;
  return (
    <>
      <Text size="sm" mb="xs">
        {count ? attendancesOf(count) : '\u00a0'}
      </Text>
      {pool && (
        <Alert variant="outline" p="xs" mb="xs">
          {poolWords(pool)}. Locked on <Time exact value={pool.created_at} />. Remaining instructors get the
          amounts shown{differs && '; the amount above is ignored'}.
        </Alert>
      )}
      {late && late.count > 0 && (
        <Alert variant="outline" color="yellow" p="xs" mb="xs">
          {late.count.toLocaleString('en-US')} late {late.count === 1 ? 'attendance is' : 'attendances are'}{' '}
          not included:{' '}
          {late.payees.map((payee, index) => (
            <Fragment key={payee.id}>
              {index > 0 && ', '}
              <Anchor component="button" type="button" size="sm" onClick={() => onOpen(payee.id)}>
                {nameOf(payee)}, {payee.count.toLocaleString('en-US')}
              </Anchor>
            </Fragment>
          ))}
          {late.count > late.payees.reduce((sum, { count: some }) => sum + some, 0) && ' and others'}
        </Alert>
      )}
      {(against || awaited) && (
        <Alert
          variant="outline"
          color="yellow"
          p="xs"
          mb="xs"
          style={{ visibility: against ? 'visible' : 'hidden' }}
        >
          {against ?? '\u00a0'}
        </Alert>
      )}
      {lens && (
        <Text size="sm" c="dimmed" mb="xs">
          For comparison only: shares if each member’s fee were split by that member’s own attendances.
          Payouts use the Amount column.
        </Text>
      )}
    </>
  );
}
