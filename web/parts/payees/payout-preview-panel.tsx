import { Alert, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatMajor } from '../../../core/money.ts';
import { PAGE_SIZE } from '../../../core/paging.ts';
import type { Preview, PreviewedPayee } from '../../../features/payouts/contract.ts';
import { AGAINST_WORDS, type Against, KEEPS_FROM_PAYING } from '../../../features/payouts/rules.ts';
import { DialogPages } from '../../ui/dialog/dialog-pages.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { bridgeTerms, saysMore } from './bridge-words.ts';
import { ComparedWithLast } from './compared-with-last.tsx';
import { PaidTabs } from './paid-tabs.tsx';
import { Account, PayeeNotes } from './payee-notes.tsx';
import { PayoutTotals } from './payout-totals.tsx';

/** Effect of a payment: the totals first, then who is paid, and who is not and why (specification: Payouts). */
export function PayoutPreviewPanel({ preview: { payees, totals, last_batch } }: { preview: Preview }) {
  const paid = payees.filter(({ payable }) => payable).toSorted(inOrder);
  const held = payees.filter(({ payable }) => !payable);
  return (
    <Stack gap="md">
      {needsApproval(payees) && (
        <Alert variant="outline" p="xs">
          {AGAINST_WORDS.needs_approval}. Nothing is paid until they approve.
        </Alert>
      )}
      <PayoutTotals totals={totals} />
      {totals.length > 0 && <ComparedWithLast totals={totals} last={last_batch} />}
      <PaidTabs
        paid={{
          count: paid.length,
          content: <Payees title="Paid" noun={['payout', 'payouts']} payees={paid} columns={PAID} />,
        }}
        notPaid={{
          count: held.length,
          content: <Payees title="Not paid" noun={['balance', 'balances']} payees={held} columns={HELD} />,
        }}
      />
    </Stack>
  );
}

export function needsApproval(payees: readonly PreviewedPayee[]): boolean {
  return payees.some(({ payable, against }) => payable && against.includes('needs_approval'));
}

type PayeesProps = {
  title: string;
  noun: readonly [one: string, more: string];
  payees: readonly PreviewedPayee[];
  columns: readonly Column<PreviewedPayee>[];
};

function Payees({ title, noun, payees, columns }: PayeesProps) {
  const [page, setPage] = useState(1);
  return (
    <>
      <DataTable
        caption={title}
        columns={columns}
        rows={payees.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        rowKey={({ id }) => id}
        nothingYet="No payees"
        purpose="Payees that this payout would pay."
      />
      <DialogPages page={page} count={payees.length} noun={noun} onPage={setPage} />
    </>
  );
}

/** Sorts recent changes of account or email first, the latest before the others, then new payees, then the largest. */
function inOrder(one: PreviewedPayee, other: PreviewedPayee): number {
  const at = ({ changed_at }: PreviewedPayee) => (changed_at === null ? 0 : Date.parse(changed_at));
  return (
    at(other) - at(one) ||
    other.first - one.first ||
    one.currency.localeCompare(other.currency, 'en') ||
    other.amount - one.amount ||
    one.id - other.id
  );
}

const AMOUNT: Column<PreviewedPayee> = {
  key: 'amount',
  header: 'Amount',
  numeric: true,
  oneLine: true,
  stays: true,
  card: 'end',
  cell: ({ amount, currency }) => formatMajor(amount, currency),
};

const MADE_OF: Column<PreviewedPayee>[] = [
  {
    key: 'lines',
    header: 'Sales',
    numeric: true,
    narrow: true,
    priority: 1,
    cell: ({ lines }) => lines.toLocaleString('en-US'),
  },
  {
    key: 'lines_amount',
    header: 'Earned',
    numeric: true,
    oneLine: true,
    priority: 2,
    cell: ({ lines_amount, currency }) => formatMajor(lines_amount, currency),
  },
  {
    key: 'debts',
    header: 'Deductions',
    numeric: true,
    oneLine: true,
    priority: 3,
    cell: ({ debts, currency }) =>
      debts === 0 ? '' : `${formatMajor(debts, currency)} ${debts < 0 ? 'owed' : 'credit'}`,
  },
];

const PAID: Column<PreviewedPayee>[] = [
  {
    key: 'name',
    header: 'Payee',
    rowHeader: true,
    cell: ({ name, against, ...payee }) => (
      <>
        {name}
        <Note>{wordsOf(against.filter((word) => word !== 'needs_approval'))}</Note>
        <Note>{saysMore(payee.bridge) && bridgeTerms(payee.bridge, payee.currency)}</Note>
        <PayeeNotes {...payee} />
      </>
    ),
  },
  {
    key: 'method',
    header: 'Method',
    stays: true,
    card: 'line',
    cell: (payee) => <Account {...payee} />,
  },
  ...MADE_OF,
  AMOUNT,
];

const HELD: Column<PreviewedPayee>[] = [
  {
    key: 'name',
    header: 'Payee',
    rowHeader: true,
    cell: ({ name, ...payee }) => (
      <>
        {name}
        <PayeeNotes {...payee} />
      </>
    ),
  },
  {
    key: 'why',
    header: 'Why',
    stays: true,
    card: 'line',
    cell: ({ against }) => wordsOf(reasonsOf(against)),
  },
  ...MADE_OF,
  AMOUNT,
];

function Note({ children }: { children: ReactNode }) {
  return (
    children && (
      <Text size="xs" c="dimmed" component="span" display="block">
        {children}
      </Text>
    )
  );
}

/** Sorts reasons that block a payment before those that only reduce it. */
function reasonsOf(against: readonly Against[]): Against[] {
  return against
    .filter((word) => word !== 'needs_approval')
    .toSorted((a, b) => Number(KEEPS_FROM_PAYING.includes(b)) - Number(KEEPS_FROM_PAYING.includes(a)));
}

function wordsOf(against: readonly Against[]): string {
  return against.map((word) => AGAINST_WORDS[word]).join(' · ');
}
