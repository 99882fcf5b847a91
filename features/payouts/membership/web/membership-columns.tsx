import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { stopWords } from '../../../../web/parts/payees/payee-chip.tsx';
import { figuresOf } from '../../../../web/parts/payees/payout-words.ts';
import { RecordLink } from '../../../../web/parts/records/record-link.tsx';
import { linkTo } from '../../../../web/ui/link-to.ts';
import { Clamped, TwoLines } from '../../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../../web/ui/table/column.ts';
import { Time } from '../../../../web/ui/time.tsx';
import type { PayoutState } from '../../rules.ts';
import { PAYOUT_METHOD_NAMES } from '../../rules.ts';
import type { MembershipRow } from '../contract.ts';
import { nameOf } from './calls.ts';

type MembershipColumnsOptions = {
  currency: string;
  lens: boolean;
  unsaid: ReadonlyMap<number, string>;
};

export function membershipColumns({
  currency,
  lens,
  unsaid,
}: MembershipColumnsOptions): Column<MembershipRow>[] {
  return [
    {
      key: 'instructor_name',
      header: 'Instructor name',
      rowHeader: true,
      cell: (row) => <Payee row={row} />,
    },
    {
      key: 'recordings',
      header: 'Recordings',
      numeric: true,
      narrow: true,
      priority: 3,
      cell: ({ recordings }) => recordings.toLocaleString('en-US'),
    },
    {
      key: 'live',
      header: 'Live',
      numeric: true,
      narrow: true,
      priority: 4,
      cell: ({ live }) => live.toLocaleString('en-US'),
    },
    {
      key: 'score',
      header: 'Score',
      unit: '%',
      numeric: true,
      narrow: true,
      priority: 5,
      cell: ({ score }) => (score * 100).toFixed(2),
    },
    amountColumn('amount', 'Amount', currency),
    ...(lens ? [amountColumn('lens', 'Compare', currency)] : []),
    {
      key: 'paid_by',
      header: 'Payout method',
      priority: 6,
      cell: (row) => <PaidBy row={row} why={unsaid.get(row.id)} />,
    },
  ];
}

function Payee({ row }: { row: MembershipRow }) {
  return (
    <RecordLink noun="instructor" id={row.instructor_id}>
      <Clamped text={nameOf(row)} />
    </RecordLink>
  );
}

function amountColumn(key: 'amount' | 'lens', header: string, currency: string): Column<MembershipRow> {
  return {
    key,
    header,
    unit: currency,
    numeric: true,
    oneLine: true,
    stays: true,
    ...(key === 'amount' && { card: 'end' }),
    cell: (row) => (row[key] === null ? '–' : figuresOf(row[key], currency)),
  };
}

const STATE_WORDS: Record<PayoutState, string> = {
  proposed: 'Needs approval',
  made: 'Paid',
  paid: 'Paid',
  returned: 'Returned',
};

function PaidBy({ row, why }: { row: MembershipRow; why: string | undefined }) {
  const { paid_by, payout_id, payout_state } = row;
  if (payout_id !== null)
    return (
      <Anchor
        component={Link}
        inherit
        {...linkTo('/payouts/history', { lines: payout_id, program_id: undefined })}
      >
        {STATE_WORDS[payout_state ?? 'made']}
      </Anchor>
    );
  const name = paid_by ? PAYOUT_METHOD_NAMES[paid_by] : 'No payout method';
  return <TwoLines first={name} second={<Note row={row} why={why} />} title={why} />;
}

/** Reason why a payee cannot be paid, or when they were asked for a method. */
function Note({ row, why }: { row: MembershipRow; why: string | undefined }) {
  if (why)
    return (
      <Text span inherit c="var(--mantine-color-error)">
        {why}
      </Text>
    );
  const stopped = row.payable === 1 ? null : stopWords(row);
  return (
    <>
      {stopped}
      {!row.paid_by && row.notified_at && (
        <>
          {stopped && ', '}notified <Time value={row.notified_at} />
        </>
      )}
    </>
  );
}
