import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatMajor } from '../../../core/money.ts';
import { figuresOf, HISTORY_METHOD_NAMES } from '../../../web/parts/payees/payout-words.ts';
import { RecordLink } from '../../../web/parts/records/record-link.tsx';
import { addressOf } from '../../../web/parts/records/record-pages.ts';
import { useMayAccess } from '../../../web/session.tsx';
import { linkTo } from '../../../web/ui/link-to.ts';
import { type PillStatus, StatusPill } from '../../../web/ui/status-pill.tsx';
import { TwoLines } from '../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import { Time } from '../../../web/ui/time.tsx';
import type { Payout } from '../batches/contract.ts';
import { KIND_NAMES, PAYOUT_STATE_NAMES, payeeName } from './history-words.ts';
import classes from './payout-columns.module.css';

export function payoutColumns(): Column<Payout>[] {
  return [
    { key: 'id', header: 'ID', numeric: true, narrow: true, priority: 1, cell: ({ id }) => id },
    {
      key: 'instructor_name',
      header: 'Instructor name',
      rowHeader: true,
      cell: (row) => <Payee row={row} />,
    },
    { key: 'kind', header: 'Type', narrow: true, priority: 2, cell: ({ kind }) => KIND_NAMES[kind] },
    {
      key: 'amount',
      header: 'Amount',
      numeric: true,
      narrow: true,
      oneLine: true,
      stays: true,
      card: 'end',
      cell: ({ amount, currency }) => figuresOf(amount, currency),
      onCard: ({ amount, currency }) => formatMajor(amount, currency),
    },
    {
      key: 'currency',
      header: 'Currency',
      narrow: true,
      stays: true,
      cell: ({ currency }) => currency,
    },
    {
      key: 'method',
      header: 'Method',
      oneLine: true,
      priority: 4,
      cell: ({ method }) => HISTORY_METHOD_NAMES[method],
    },
    { key: 'state', header: 'Status', priority: 7, cell: (row) => <State row={row} /> },
    {
      key: 'created_at',
      header: 'Date',
      oneLine: true,
      priority: 6,
      cell: ({ created_at }) => <Time value={created_at} />,
    },
    { key: 'batch', header: 'Batch', oneLine: true, stays: true, cell: (row) => <Batch row={row} /> },
  ];
}

function Payee({ row }: { row: Payout }) {
  return (
    <RecordLink noun="instructor" id={row.user_id}>
      {payeeName(row)}
    </RecordLink>
  );
}

function State({ row: { state, paid_at, returned_at, reason } }: { row: Payout }) {
  const at = state === 'returned' ? returned_at : state === 'paid' ? paid_at : null;
  const why = state === 'returned' ? reason : '';
  return (
    <TwoLines
      first={<StatusPill status={PILLS[state]}>{PAYOUT_STATE_NAMES[state]}</StatusPill>}
      second={
        at && (
          <span className={classes.at}>
            <Time value={at} />
            {why && `, ${why}`}
          </span>
        )
      }
      title={why || undefined}
    />
  );
}

const PILLS: Record<Payout['state'], PillStatus> = {
  proposed: 'waiting',
  made: 'scheduled',
  paid: 'done',
  returned: 'failed',
};

function Batch({ row: { batch_id, file } }: { row: Payout }) {
  const maySee = useMayAccess({ area: 'money', of: 'no program' });
  if (batch_id === null) return '–';
  return (
    <>
      {maySee ? (
        <Anchor component={Link} {...linkTo(addressOf('batch', batch_id), {})} size="sm">
          #{batch_id}
        </Anchor>
      ) : (
        `#${batch_id}`
      )}
      {file && (
        <>
          {' '}
          <Anchor
            href={file}
            target="_blank"
            rel="noopener"
            size="sm"
            aria-label={`File of batch ${batch_id}`}
          >
            File
          </Anchor>
        </>
      )}
    </>
  );
}
