import { ActionIcon, Group } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconReceiptRefund } from '@tabler/icons-react';
import { formatMajor } from '../../../core/money.ts';
import { SOURCE_NAMES } from '../../../core/sites/sources.ts';
import { ProgramCell } from '../../../web/parts/program-name.tsx';
import { Clamped, TwoLines } from '../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import { actionsColumn, RowActions } from '../../../web/ui/table/row-actions.tsx';
import { Time } from '../../../web/ui/time.tsx';
import type { Transaction } from '../contract.ts';
import { CHARGE_TYPE_NAMES } from '../rules.ts';
import { OWED, standingOf } from './refund-words.ts';
import classes from './transaction-columns.module.css';

type Given = {
  open: number;
  onToggle: (id: number) => void;
  onRefund: (id: number) => void;
  asked: ReadonlyMap<number, string>;
  inAll: boolean;
};

export function transactionColumns(given: Given): Column<Transaction>[] {
  return [
    { key: 'id', header: 'ID', numeric: true, oneLine: true, priority: 3, cell: ({ id }) => id },
    {
      key: 'created_at',
      header: 'Created at',
      oneLine: true,
      priority: 7,
      cell: ({ created_at }) => <Time value={created_at} />,
    },
    { key: 'class_name', header: 'Class', rowHeader: true, cell: (row) => <Sold row={row} /> },
    {
      key: 'instructor_name',
      header: 'Instructor',
      priority: 4,
      cell: (row) => <Clamped text={instructorOf(row)} />,
    },
    { key: 'student_name', header: 'Student', priority: 5, cell: (row) => <Clamped text={studentOf(row)} /> },
    {
      key: 'charge_type',
      header: 'Type',
      oneLine: true,
      priority: 2,
      cell: ({ charge_type }) => CHARGE_TYPE_NAMES[charge_type],
    },
    {
      key: 'source',
      header: 'Came from',
      oneLine: true,
      priority: 1,
      cell: ({ source }) => SOURCE_NAMES[source],
    },
    {
      key: 'amount',
      header: 'Amount',
      numeric: true,
      oneLine: true,
      priority: 9,
      cell: ({ amount, currency }) => formatMajor(amount, currency),
    },
    {
      key: 'status',
      header: 'Status',
      priority: 8,
      cell: (row) => {
        const words = given.asked.get(row.id);
        return linesOf([...(words ? [words] : []), ...standingOf(row)]);
      },
    },
    ...(given.inAll
      ? [
          {
            key: 'program',
            header: 'Program',
            priority: 1,
            cell: ({ program_id }: Transaction) => <ProgramCell id={program_id} />,
          },
        ]
      : []),
    actionsColumn<Transaction>((row) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <Actions row={row} onRefund={given.onRefund} />
        <Toggle id={row.id} isOpen={given.open === row.id} onToggle={given.onToggle} />
      </Group>
    )),
  ];
}

/** Shows what is owed alone and whole, else the first line with the others below it. */
function linesOf(words: readonly string[]) {
  const [first, ...others] = words;
  if (first === undefined) return null;
  const owed = words.find((line) => line.startsWith(OWED));
  if (owed !== undefined)
    return (
      <span className={classes.owed} title={words.join(' · ')}>
        {owed}
      </span>
    );
  return <TwoLines first={first} second={others.join(' · ')} title={words.join(' · ')} />;
}

/** Names the instructor; a person of another program only by id. */
function instructorOf({ instructor_name, instructor_id }: Transaction): string {
  return instructor_name ?? (instructor_id === null ? 'No instructor' : `User #${instructor_id}`);
}

function studentOf({ student_name, student_id }: Transaction): string {
  return student_name ?? (student_id === null ? '–' : `User #${student_id}`);
}

type ToggleProps = { id: number; isOpen: boolean; onToggle: (id: number) => void };

function Toggle({ id, isOpen, onToggle }: ToggleProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      data-opens
      aria-expanded={isOpen}
      aria-label={`Details of transaction ${id}`}
      onClick={() => onToggle(id)}
    >
      {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
    </ActionIcon>
  );
}

function Sold({ row: { class_name, class_id, description } }: { row: Transaction }) {
  const name = class_name ?? (class_id === null ? description : `Class #${class_id}`);
  const more = name === description ? '' : description;
  return <TwoLines first={name} second={more} title={more && `${name} (${more})`} />;
}

function Actions({ row, onRefund }: { row: Transaction; onRefund: (id: number) => void }) {
  if (row.amount <= 0 || row.refund_available <= 0) return null;
  return (
    <RowActions
      of={`transaction ${row.id}`}
      actions={[
        {
          label: 'Refund',
          icon: <IconReceiptRefund size={16} aria-hidden />,
          key: 'r',
          onClick: () => onRefund(row.id),
        },
      ]}
    />
  );
}
