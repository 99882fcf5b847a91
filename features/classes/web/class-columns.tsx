import { ActionIcon } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { decimalsOf } from '../../../core/money.ts';
import { RecordLink } from '../../../web/parts/records/record-link.tsx';
import { StatusPill } from '../../../web/ui/status-pill.tsx';
import { TwoLines } from '../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import type { ListedClass } from '../contract.ts';
import { hiddenBy } from '../visibility.ts';
import { nameOf } from './calls.ts';

export function firstColumns(
  program_id: number,
  own_program: number,
  onWhy: (row: ListedClass) => void,
  type: 'class' | 'bundle' = 'class',
): Column<ListedClass>[] {
  const noun = type === 'bundle' ? 'Bundle' : 'Class';
  return [
    { key: 'id', header: 'ID', numeric: true, narrow: true, priority: 4, cell: ({ id }) => id },
    { key: 'class_name', header: `${noun} name`, rowHeader: true, cell: (row) => <ClassName row={row} /> },
    {
      key: 'enrolled',
      header: 'Enrolled',
      numeric: true,
      narrow: true,
      priority: 3,
      cell: (row) => <Enrolled row={row} own={own_program} />,
    },
    {
      key: 'class_price',
      card: 'end',
      header: `${noun} price`,
      numeric: true,
      narrow: true,
      oneLine: true,
      priority: 3,
      cell: (row) => <Price row={row} />,
    },
    {
      key: 'membership_discount',
      header: 'Membership discount',
      unit: '%',
      numeric: true,
      narrow: true,
      priority: 1,
      cell: (row) => percentOf(row.membership_discount),
    },
    {
      key: 'membership_discount_other',
      header: 'Other-membership discount',
      unit: '%',
      numeric: true,
      narrow: true,
      priority: 1,
      cell: (row) => percentOf(row.membership_discount_other),
    },
    {
      key: 'del_flag',
      header: 'Deleted',
      narrow: true,
      priority: 1,
      cell: ({ del_flag }) => (del_flag === 1 ? 'Yes' : 'No'),
    },
    {
      key: 'status',
      card: 'line',
      header: 'Status',
      narrow: true,
      oneLine: true,
      stays: true,
      cell: (row) => <Status row={row} program_id={program_id} onWhy={onWhy} />,
    },
  ];
}

export const HOME_COLUMN: Column<ListedClass> = {
  key: 'program',
  header: 'Home program',
  wholeWords: true,
  priority: 2,
  cell: ({ program_id, program_display_name }) =>
    program_id === 0 ? 'Global site' : (program_display_name ?? `Program ${program_id}`),
};

/** Number of enrolments; for a class of another program only those of the own program. */
function Enrolled({ row: { enrolled, program_id }, own }: { row: ListedClass; own: number }) {
  const count = enrolled.toLocaleString('en-US');
  if (own === 0 || program_id === own) return count;
  return <TwoLines first={count} second="your program" />;
}

export function priceOf({ class_price, currency }: Pick<ListedClass, 'class_price' | 'currency'>): string {
  return `${currency} ${inCurrency(class_price, currency)}`;
}

export function ClassPill({ status }: Pick<ListedClass, 'status'>) {
  return <StatusPill status={status === 1 ? 'live' : 'off'} />;
}

function Price({ row: { class_price, currency, holds } }: { row: ListedClass }) {
  const price = priceOf({ class_price, currency });
  if (!holds || holds.classes === 0) return price;
  const { classes, hidden, sums } = holds;
  const one = classes === 1 ? 'class' : 'classes';
  const count = hidden > 0 ? `${classes - hidden} of ${classes} ${one}` : `${classes} ${one}`;
  const inAll =
    sums.length > 0
      ? `${count}: ${sums.map((sum) => `${sum.currency} ${inCurrency(sum.amount, sum.currency)}`).join(', ')}`
      : `${classes} ${one} of other programs`;
  return <TwoLines first={price} second={inAll} title={inAll} />;
}

function ClassName({ row }: { row: ListedClass }) {
  const { instructor_name } = row;
  return (
    <TwoLines
      first={
        <bdi>
          <RecordLink noun="class" id={row.id}>
            {nameOf(row)}
          </RecordLink>
        </bdi>
      }
      second={instructor_name && <bdi>{instructor_name}</bdi>}
      title={nameOf(row)}
    />
  );
}

/** Adds "why hidden" to the status of each class that the site does not show. */
function Status({
  row,
  program_id,
  onWhy,
}: {
  row: ListedClass;
  program_id: number;
  onWhy: (row: ListedClass) => void;
}) {
  return (
    <>
      <ClassPill status={row.status} />
      {hiddenBy(row, program_id || null).length > 0 && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          ml={4}
          aria-label={`Why is this not on the site? ${nameOf(row)}`}
          title="Why is this not on the site?"
          onClick={() => onWhy(row)}
        >
          <IconEyeOff size={16} aria-hidden />
        </ActionIcon>
      )}
    </>
  );
}

function percentOf(hundredths: number): string {
  return (hundredths / 100).toLocaleString('en-US', { maximumFractionDigits: 2 });
}

function inCurrency(price: number, currency: string): string {
  const digits = decimalsOf(currency);
  return price.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
