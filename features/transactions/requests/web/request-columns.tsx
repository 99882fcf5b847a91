import { formatMajor } from '../../../../core/money.ts';
import { whyNotYours } from '../../../../core/second-approver.ts';
import { SOURCE_NAMES } from '../../../../core/sites/sources.ts';
import { ProgramCell } from '../../../../web/parts/program-name.tsx';
import { RecordLink } from '../../../../web/parts/records/record-link.tsx';
import { NameOrAddress } from '../../../../web/ui/name-or-address.tsx';
import { type PillStatus, StatusPill } from '../../../../web/ui/status-pill.tsx';
import { Clamped, TwoLines } from '../../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../../web/ui/table/column.ts';
import { Time } from '../../../../web/ui/time.tsx';
import { cannotApprove, type REQUEST_FILTERS, type REQUEST_TYPES } from '../../refunds/rules.ts';
import type { RefundRequest } from '../contract.ts';

export const TYPE_NAMES: Record<(typeof REQUEST_TYPES)[number], string> = {
  student: 'Student',
  instructor: 'Instructor',
  admin: 'Admin',
};

export const STATUS_NAMES: Record<(typeof REQUEST_FILTERS)[number], string> = {
  waiting: 'Needs approval',
  approved: 'Approved, processing',
  refunded: 'Refunded',
  failed: 'Failed',
  rejected: 'Rejected',
};

/** `decided` holds outcomes that the data does not show yet; `inAll` is true for a list of several programs. */
export function requestColumns(
  decided: ReadonlyMap<number, string>,
  inAll: boolean,
): Column<RefundRequest>[] {
  return [
    { key: 'id', header: 'ID', numeric: true, narrow: true, priority: 0, cell: ({ id }) => id },
    {
      key: 'created_at',
      header: 'Created at',
      narrow: true,
      oneLine: true,
      priority: 9,
      cell: ({ created_at }) => <Time value={created_at} />,
    },
    {
      key: 'amount',
      header: 'Amount',
      numeric: true,
      narrow: true,
      oneLine: true,
      stays: true,
      card: 'line',
      cell: ({ amount, currency }) => formatMajor(amount, currency).slice(currency.length + 1),
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
      key: 'description',
      header: 'Description',
      priority: 1,
      cell: ({ description }) => <Clamped text={description} />,
    },
    { key: 'class_name', header: 'Class name', rowHeader: true, cell: (row) => row.class_name ?? '–' },
    {
      key: 'instructor_name',
      header: 'Instructor name',
      wholeWords: true,
      priority: 5,
      cell: (row) => (
        <RecordLink noun="instructor" id={row.instructor_id}>
          <Clamped text={row.instructor_name ?? '–'} />
        </RecordLink>
      ),
    },
    {
      key: 'student_name',
      header: 'Student name',
      wholeWords: true,
      priority: 8,
      cell: (row) => (
        <RecordLink noun="user" id={row.student_id}>
          <Clamped text={row.student_name ?? '–'} />
        </RecordLink>
      ),
    },
    { key: 'type', header: 'Type', narrow: true, priority: 4, cell: ({ type }) => TYPE_NAMES[type] },
    {
      key: 'source',
      header: 'Came from',
      narrow: true,
      oneLine: true,
      priority: 2,
      cell: ({ source }) => SOURCE_NAMES[source],
    },
    {
      key: 'created_by',
      header: 'Created by',
      wholeWords: true,
      priority: 6,
      cell: ({ created_by }) => <NameOrAddress text={created_by ?? '–'} />,
    },
    { key: 'reason', header: 'Reason', priority: 7, cell: ({ reason }) => <Reason text={reason} /> },
    {
      key: 'status',
      header: 'Status',
      priority: 10,
      card: 'end',
      cell: (row) => <Status row={row} said={decided.get(row.id)} />,
    },
    {
      key: 'refunded_at',
      header: 'Refunded at',
      narrow: true,
      oneLine: true,
      priority: 3,
      cell: ({ refunded_at }) => refunded_at && <Time value={refunded_at} />,
    },
    ...(inAll
      ? [
          {
            key: 'program',
            header: 'Program',
            priority: 2,
            cell: ({ program_id }: RefundRequest) => <ProgramCell id={program_id} />,
          },
        ]
      : []),
  ];
}

function Reason({ text }: { text: string }) {
  if (text === '') return '–';
  return <Clamped text={text} />;
}

function Status({ row, said }: { row: RefundRequest; said: string | undefined }) {
  if (said) return <Clamped text={said} />;
  const pill = (
    <StatusPill status={PILLS[row.status ?? 'waiting']}>{STATUS_NAMES[row.status ?? 'waiting']}</StatusPill>
  );
  if (row.status !== null)
    return <TwoLines first={pill} second={row.failure} title={row.failure ?? undefined} />;
  const against =
    whyNotYours(row) ??
    (cannotApprove(row) && `Only ${formatMajor(row.refund_available, row.currency)} left to refund`);
  return <TwoLines first={pill} second={against} title={against || undefined} />;
}

const PILLS: Record<(typeof REQUEST_FILTERS)[number], PillStatus> = {
  waiting: 'waiting',
  approved: 'scheduled',
  refunded: 'done',
  failed: 'failed',
  rejected: 'off',
};
