import { ActionIcon, Group } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconReceiptRefund } from '@tabler/icons-react';
import { formatMajor } from '../../../core/money.ts';
import { SOURCE_NAMES } from '../../../core/sites/sources.ts';
import { ProgramCell } from '../../../web/parts/program-name.tsx';
import { linkedColumn } from '../../../web/parts/records/linked-column.tsx';
import { RecordLink } from '../../../web/parts/records/record-link.tsx';
import { RecordName } from '../../../web/parts/records/record-name.tsx';
import type { RecordNoun } from '../../../web/parts/records/record-pages.ts';
import { StatusPill } from '../../../web/ui/status-pill.tsx';
import { TwoLines } from '../../../web/ui/table/clamped.tsx';
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
      cell: ({ created_at }) => <Time utc value={created_at} />,
    },
    { key: 'class_name', header: 'Class', rowHeader: true, cell: (row) => <Sold row={row} /> },
    {
      key: 'instructor_name',
      header: 'Instructor',
      priority: 4,
      cell: (row) => <Person row={row} of="instructor_name" text={instructorOf(row)} />,
    },
    {
      key: 'student_name',
      header: 'Student',
      priority: 5,
      cell: (row) => <Person row={row} of="student_name" text={studentOf(row)} />,
    },
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
        <TransactionActions row={row} onRefund={given.onRefund} />
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

/** Links a person; one of another program is known by the id alone, and has no page here. */
function Person({
  row,
  of,
  text,
}: {
  row: Transaction;
  of: 'instructor_name' | 'student_name';
  text: string;
}) {
  const { noun, id } = PEOPLE[of];
  return <RecordName noun={noun} id={row[of] === null ? null : id(row)} name={text} />;
}

const PEOPLE = {
  instructor_name: { noun: 'instructor', id: (row: Transaction) => row.instructor_id },
  student_name: { noun: 'user', id: (row: Transaction) => row.student_id },
} as const;

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

/** Names what was sold; a class of another program only by id. */
export function soldName({ class_name, class_id, description }: Transaction): string {
  return class_name ?? (class_id === null ? description : `Class #${class_id}`);
}

function Sold({ row }: { row: Transaction }) {
  const name = soldName(row);
  const more = name === row.description ? '' : row.description;
  const link = (
    <RecordLink noun="transaction" id={row.id}>
      {name}
    </RecordLink>
  );
  return <TwoLines first={link} second={more} title={more ? `${name} (${more})` : name} />;
}

export function TransactionPill({ row }: { row: Transaction }) {
  const [first, ...others] = standingOf(row);
  if (first === undefined) return null;
  const isFailed = row.children.some(({ status }) => status === 'failed');
  const isOver = row.refunded === row.amount && others.length === 0;
  return (
    <StatusPill status={row.held ? 'paused' : isFailed ? 'failed' : isOver ? 'archived' : 'waiting'}>
      {[first, ...others].join(' · ')}
    </StatusPill>
  );
}

/** Facts of the page: columns of the list, with the records that they name as links. */
export function transactionFacts(row: Transaction): Column<Transaction>[] {
  return transactionColumns({ ...NO_LIST, inAll: true })
    .filter(({ key }) => !AWAY.includes(key))
    .map((column) => {
      const of = LINKED[column.key];
      const own = column.key === 'class_name' ? { ...column, cell: soldName } : column;
      return of ? linkedColumn(own, of.noun, () => (of.name(row) === null ? null : of.id(row))) : own;
    });
}

type Linked = {
  noun: RecordNoun;
  name: (row: Transaction) => string | null;
  id: (row: Transaction) => number | null;
};

const LINKED: Readonly<Record<string, Linked>> = {
  class_name: { noun: 'class', name: (row) => row.class_name, id: (row) => row.class_id },
};

const AWAY = ['id', 'status', 'actions'];
const NO_LIST = { open: 0, onToggle: () => undefined, onRefund: () => undefined, asked: new Map() };

export function TransactionActions({ row, onRefund }: { row: Transaction; onRefund: (id: number) => void }) {
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
