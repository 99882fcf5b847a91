import { ActionIcon, Anchor, Group } from '@mantine/core';
import { IconCheck, IconChevronDown, IconChevronRight, IconListDetails, IconX } from '@tabler/icons-react';
import type { Actor } from '../../../../core/access.ts';
import { formatMoney, minorOf } from '../../../../core/money.ts';
import { whyNotYours } from '../../../../core/second-approver.ts';
import { RecordLink } from '../../../../web/parts/records/record-link.tsx';
import { proveWhoIAm } from '../../../../web/session.tsx';
import { failureOf } from '../../../../web/ui/failure.ts';
import { type PillStatus, StatusPill } from '../../../../web/ui/status-pill.tsx';
import { TwoLines } from '../../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../../web/ui/table/column.ts';
import { actionsColumn, RowActions } from '../../../../web/ui/table/row-actions.tsx';
import { Time } from '../../../../web/ui/time.tsx';
import { toast } from '../../../../web/ui/toasts.tsx';
import { BATCH_STATE_NAMES, KIND_NAMES } from '../../web/history-words.ts';
import type { PayoutBatch } from '../contract.ts';
import { type BatchDialogName, batchDialogs } from './batch-dialogs.ts';
import { hasPayouts, progressOf } from './batch-progress.ts';

type BatchColumnsOptions = {
  actor: Actor;
  open: number;
  onToggle: (id: number) => void;
  onOpen: (dialog: BatchDialogName, id: number) => void;
};

export function batchColumns(given: BatchColumnsOptions): Column<PayoutBatch>[] {
  return [
    {
      key: 'id',
      header: 'Batch',
      rowHeader: true,
      cell: ({ id, kind }) => (
        <RecordLink noun="batch" id={id}>
          {`#${id}, ${KIND_NAMES[kind].toLowerCase()}`}
        </RecordLink>
      ),
    },
    { key: 'state', header: 'Status', priority: 8, cell: (row) => <State row={row} /> },
    ...BATCH_FACTS,
    actionsColumn<PayoutBatch>((row) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <BatchActions row={row} {...given} />
        <Toggle id={row.id} {...given} />
      </Group>
    )),
  ];
}

export const BATCH_FACTS: readonly Column<PayoutBatch>[] = [
  {
    key: 'created_at',
    header: 'Created',
    oneLine: true,
    priority: 6,
    cell: ({ created_at, created_by }) => (
      <TwoLines first={<Time value={created_at} />} second={created_by} title={created_by ?? undefined} />
    ),
  },
  { key: 'totals', header: 'Totals', numeric: true, oneLine: true, priority: 7, cell: totalsInShort },
  count('payees', 'Payouts', 5),
  count('paid', 'Paid', 2),
  count('returned', 'Returned', 1),
  {
    key: 'held',
    header: 'Left out',
    numeric: true,
    narrow: true,
    priority: 4,
    cell: ({ held }) => held.length.toLocaleString('en-US'),
  },
  {
    key: 'file',
    header: 'File',
    oneLine: true,
    stays: true,
    cell: ({ id, file }) =>
      file && (
        <Anchor
          href={file}
          size="sm"
          aria-label={`Download file of batch ${id}`}
          onClick={(event) => {
            event.preventDefault();
            void download(file);
          }}
        >
          Download
        </Anchor>
      ),
  },
];

/** The file holds accounts: the password is asked for first, where it is due. */
async function download(file: string): Promise<void> {
  try {
    await proveWhoIAm();
    window.location.assign(file);
  } catch (error) {
    toast(failureOf(error).message, { kind: 'error' });
  }
}

function count(key: 'payees' | 'paid' | 'returned', header: string, priority: number): Column<PayoutBatch> {
  return {
    key,
    header,
    numeric: true,
    narrow: true,
    priority,
    cell: (row) => row[key].toLocaleString('en-US'),
  };
}

function State({ row }: { row: PayoutBatch }) {
  const { state } = row;
  const why =
    state === 'proposed' ? whyNotYours(row) : row.making ? progressOf(row.making).words : row.failure;
  return <TwoLines first={<BatchPill state={state} />} second={why} title={why || undefined} />;
}

export function BatchPill({ state }: Pick<PayoutBatch, 'state'>) {
  return <StatusPill status={BATCH_PILLS[state]}>{BATCH_STATE_NAMES[state]}</StatusPill>;
}

/** The first currency, and how many more there are; all of them stand in the title. */
function totalsInShort({ totals }: PayoutBatch) {
  const sums = [...Map.groupBy(totals, ({ currency }) => currency)].map(([currency, some]) =>
    sumOf(some, currency),
  );
  const more = sums.length - 1;
  return (
    <TwoLines
      first={sums[0] ?? '–'}
      second={more > 0 && `${more} more ${more === 1 ? 'currency' : 'currencies'}`}
      title={sums.join(', ')}
    />
  );
}

const BATCH_PILLS: Record<PayoutBatch['state'], PillStatus> = {
  making: 'waiting',
  proposed: 'waiting',
  made: 'scheduled',
  cancelled: 'off',
  failed: 'failed',
};

function sumOf(some: PayoutBatch['totals'], currency: string): string {
  return formatMoney(
    some.reduce((sum, { amount }) => sum + minorOf(amount, currency), 0),
    currency,
  );
}

type BatchActionsProps = { row: PayoutBatch } & Pick<BatchColumnsOptions, 'actor' | 'onOpen'>;

export function BatchActions({ row, actor, onOpen }: BatchActionsProps) {
  const { id } = row;
  const offered = (
    [
      ['approve', 'Approve', <IconCheck key="icon" size={16} aria-hidden />],
      [
        'cancel',
        row.state === 'making' ? 'Cancel batch' : 'Cancel proposal',
        <IconX key="icon" size={16} aria-hidden />,
      ],
    ] as const
  ).filter(([name]) => batchDialogs.may(actor, name, row));
  return (
    <RowActions
      of={`batch ${id}`}
      actions={[
        ...offered.map(([name, label, icon]) => ({
          label,
          icon,
          kept: true,
          removes: name === 'cancel',
          onClick: () => onOpen(name, id),
        })),
        ...(hasPayouts(row)
          ? [
              {
                label: 'Payouts',
                icon: <IconListDetails size={16} aria-hidden />,
                to: '/payouts/history',
                search: { batch_id: id, program_id: undefined },
              },
            ]
          : []),
      ]}
    />
  );
}

function Toggle({ id, open, onToggle }: { id: number } & BatchColumnsOptions) {
  const isOpen = open === id;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      data-opens
      aria-expanded={isOpen}
      aria-label={`Details of batch ${id}`}
      onClick={() => onToggle(id)}
    >
      {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
    </ActionIcon>
  );
}
