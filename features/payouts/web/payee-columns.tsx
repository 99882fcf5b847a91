import { Text } from '@mantine/core';
import { formatMajor } from '../../../core/money.ts';
import { PayeeChip, stopWords } from '../../../web/parts/payees/payee-chip.tsx';
import { figuresOf } from '../../../web/parts/payees/payout-words.ts';
import { TwoLines } from '../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import { Time } from '../../../web/ui/time.tsx';
import type { Payee } from '../contract.ts';
import type { PayoutMethod } from '../rules.ts';
import { PAYOUT_METHOD_NAMES } from '../rules.ts';
import classes from './payee-columns.module.css';
import { headsOf } from './payee-groups.ts';
import { PayeeAbove, PayeeName } from './payee-name.tsx';

export function payeeColumns(
  rows: readonly Payee[] | undefined,
  unsaid: ReadonlyMap<number, string>,
): Column<Payee>[] {
  const heads = headsOf(rows ?? []);
  return [
    { key: 'id', header: 'ID', numeric: true, priority: 0, cell: ({ id }) => id },
    {
      key: 'instructor_name',
      header: 'Instructor name',
      rowHeader: true,
      cell: (row) => {
        const here = heads.get(row.id);
        return here === undefined ? <PayeeAbove row={row} /> : <PayeeName row={row} here={here} />;
      },
    },
    {
      key: 'amount',
      header: 'Amount',
      numeric: true,
      narrow: true,
      oneLine: true,
      priority: 8,
      cell: ({ amount, currency }) => (
        <>
          {amount < 0 && 'owes '}
          {figuresOf(amount, currency)}
        </>
      ),
      onCard: ({ amount, currency }) => `${amount < 0 ? 'owes ' : ''}${formatMajor(amount, currency)}`,
    },
    {
      key: 'currency',
      header: 'Currency',
      narrow: true,
      stays: true,
      cell: ({ currency }) => currency,
    },
    {
      key: 'payout',
      header: 'Payout',
      numeric: true,
      oneLine: true,
      stays: true,
      card: 'line',
      cell: (row) => (
        <span className={classes.payout}>
          <PayeeChip {...row} />
          {figuresOf(row.payout, row.currency)}
        </span>
      ),
      onCard: (row) => {
        const why = row.payable === 1 ? null : stopWords(row);
        // The method beside it says that there is none.
        return why === null || why === NO_METHOD ? `Payout ${figuresOf(row.payout, row.currency)}` : why;
      },
    },
    {
      key: 'held_amount',
      header: 'On hold',
      numeric: true,
      oneLine: true,
      priority: 4,
      cell: ({ held_amount, currency }) => (held_amount === 0 ? '' : figuresOf(held_amount, currency)),
      onCard: ({ held_amount, currency }) => `On hold ${figuresOf(held_amount, currency)}`,
    },
    { key: 'paid_by', header: 'Method', priority: 6, cell: methodOf },
    {
      key: 'notified_at',
      header: 'Notified',
      priority: 5,
      cell: ({ id, notified_at }) => {
        const why = unsaid.get(id);
        if (why)
          return (
            <Text size="sm" c="var(--mantine-color-error)" component="span">
              {why}
            </Text>
          );
        return notified_at && <Time value={notified_at} />;
      },
    },
  ];
}

const NO_METHOD = 'No payout method';

function methodOf({ paid_by, pay_to_id, method_fault }: Payee) {
  const method = paid_by ?? (pay_to_id === null ? 'none' : null);
  const name = method === null ? NO_METHOD : (PAYOUT_METHOD_NAMES[method as PayoutMethod] ?? method);
  return (
    <TwoLines
      first={name}
      second={
        method_fault !== null && (
          <Text span inherit c="var(--mantine-color-error)">
            {method_fault}
          </Text>
        )
      }
      title={method_fault === null ? undefined : `${name} (${method_fault})`}
    />
  );
}
