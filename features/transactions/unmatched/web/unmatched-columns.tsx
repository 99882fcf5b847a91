import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatMajor } from '../../../../core/money.ts';
import { SOURCE_NAMES } from '../../../../core/sites/sources.ts';
import { ProgramCell } from '../../../../web/parts/program-name.tsx';
import { addressOf } from '../../../../web/parts/records/record-pages.ts';
import { linkTo } from '../../../../web/ui/link-to.ts';
import { StatusPill } from '../../../../web/ui/status-pill.tsx';
import { TwoLines } from '../../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../../web/ui/table/column.ts';
import { Time } from '../../../../web/ui/time.tsx';
import { PAYMENT_STATE_NAMES, type UnmatchedPayment } from '../contract.ts';
import { missingInWords, payerOf } from './payment-words.ts';

/** `inAll` is true for a list of several programs. */
export function unmatchedColumns(inAll: boolean): Column<UnmatchedPayment>[] {
  return [
    { key: 'id', header: 'ID', numeric: true, narrow: true, priority: 1, cell: ({ id }) => id },
    { key: 'payer', header: 'Payer', rowHeader: true, cell: (row) => <Payer row={row} /> },
    {
      key: 'amount',
      header: 'Amount',
      numeric: true,
      narrow: true,
      oneLine: true,
      priority: 6,
      cell: ({ amount, currency }) => formatMajor(amount, currency),
    },
    {
      key: 'paid_at',
      header: 'Paid at',
      narrow: true,
      oneLine: true,
      priority: 3,
      cell: ({ paid_at }) => <Time value={paid_at} />,
    },
    ...(inAll
      ? [
          {
            key: 'program',
            header: 'Program',
            priority: 2,
            cell: ({ program_id }: UnmatchedPayment) =>
              program_id === 0 ? '–' : <ProgramCell id={program_id} />,
          },
        ]
      : []),
    {
      key: 'source',
      header: 'Came from',
      narrow: true,
      oneLine: true,
      priority: 0,
      cell: ({ source }) => SOURCE_NAMES[source],
    },
    { key: 'missing', header: 'Missing', priority: 4, cell: (row) => missingInWords(row) || '–' },
    {
      key: 'state',
      header: 'Status',
      priority: 5,
      stays: true,
      card: 'line',
      cell: (row) => <Standing row={row} />,
    },
  ];
}

function Payer({ row }: { row: UnmatchedPayment }) {
  const payer = payerOf(row) ?? 'Unknown payer';
  const reference = row.provider_ref ?? row.reference ?? '';
  return (
    <TwoLines
      first={payer}
      second={
        <Text span inherit ff="monospace">
          {reference}
        </Text>
      }
      title={`${payer} (${reference})`}
    />
  );
}

function Standing({ row }: { row: UnmatchedPayment }) {
  const { state, charge_id, reason } = row;
  if (state === 'open') return <StatusPill status="waiting">{PAYMENT_STATE_NAMES.open}</StatusPill>;
  return (
    <TwoLines
      first={
        <>
          {PAYMENT_STATE_NAMES[state]}
          {charge_id !== null && (
            <>
              {': '}
              <Anchor component={Link} {...linkTo(addressOf('transaction', charge_id), {})} inherit>
                Transaction {charge_id}
              </Anchor>
            </>
          )}
          {reason !== '' && `: ${reason}`}
        </>
      }
      second={
        <>
          {row.decided_by ?? 'Automatically'}, <Time value={row.updated_at} />
        </>
      }
      title={reason === '' ? undefined : `${PAYMENT_STATE_NAMES[state]}: ${reason}`}
    />
  );
}
