import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PayeeChip } from '../../../../web/parts/payees/payee-chip.tsx';
import { figuresOf, PAYOUT_METHOD_NAMES } from '../../../../web/parts/payees/payout-words.ts';
import { linkTo } from '../../../../web/ui/link-to.ts';
import type { Column } from '../../../../web/ui/table/column.ts';
import { Time } from '../../../../web/ui/time.tsx';
import type { PayoutState } from '../../rules.ts';
import type { MembershipRow } from '../contract.ts';
import { nameOf } from './calls.ts';

type MembershipColumnsOptions = {
  currency: string;
  /** True to add the column of the other way to share. */
  lens: boolean;
  unsaid: ReadonlyMap<number, string>;
};

export function membershipColumns({
  currency,
  lens,
  unsaid,
}: MembershipColumnsOptions): Column<MembershipRow>[] {
  return [
    { key: 'instructor_name', header: 'Instructor name', rowHeader: true, cell: nameOf },
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

function amountColumn(key: 'amount' | 'lens', header: string, currency: string): Column<MembershipRow> {
  return {
    key,
    header,
    unit: currency,
    numeric: true,
    oneLine: true,
    stays: true,
    cell: (row) => (row[key] === null ? '–' : figuresOf(row[key], currency)),
  };
}

const STATE_WORDS: Record<PayoutState, string> = {
  proposed: 'Waiting for approval',
  made: 'Paid',
  paid: 'Paid',
  returned: 'Returned',
};

/** Payment method, present or past; for a person without one, when they were asked for it. */
function PaidBy({ row, why }: { row: MembershipRow; why: string | undefined }) {
  const { paid_by, notified_at, payout_id, payout_state } = row;
  if (payout_id !== null)
    return (
      <Anchor component={Link} inherit {...linkTo('/payouts/history', { lines: payout_id })}>
        {STATE_WORDS[payout_state ?? 'made']}
      </Anchor>
    );
  return (
    <>
      {paid_by ? PAYOUT_METHOD_NAMES[paid_by] : 'No method'}
      <Text component="span" display="block">
        <PayeeChip {...row} />
      </Text>
      {!paid_by && notified_at && !why && (
        <Text size="xs" c="dimmed" component="span" display="block">
          Notified <Time value={notified_at} />
        </Text>
      )}
      {why && (
        <Text size="xs" c="var(--mantine-color-error)" component="span" display="block">
          {why}
        </Text>
      )}
    </>
  );
}
