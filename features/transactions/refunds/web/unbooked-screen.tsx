import { Anchor, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { formatMajor } from '../../../../core/money.ts';
import { apiOf } from '../../../../web/api.ts';
import { ListPage } from '../../../../web/parts/list-page.tsx';
import { addressOf } from '../../../../web/parts/records/record-pages.ts';
import { addressChoice, addressPage, addressText, useAddress } from '../../../../web/ui/address.ts';
import { TextFilter } from '../../../../web/ui/chooser/text-filter.tsx';
import { TickFilter } from '../../../../web/ui/chooser/tick-filter.tsx';
import { failureOf } from '../../../../web/ui/failure.ts';
import { linkTo } from '../../../../web/ui/link-to.ts';
import { StatusPill } from '../../../../web/ui/status-pill.tsx';
import { Clamped } from '../../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../../web/ui/table/column.ts';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import { actionsColumn, type RowAction, RowActions } from '../../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../../web/ui/table/use-list.ts';
import { Time } from '../../../../web/ui/time.tsx';
import { toastSwitched } from '../../../../web/ui/toast-switched.ts';
import { toast } from '../../../../web/ui/toasts.tsx';
import { useOnce } from '../../../../web/ui/use-once.ts';
import { refundsContract, UNBOOKED_REASON_WORDS, UNBOOKED_SORTS, type UnbookedEvent } from '../contract.ts';
import { reload } from './calls.ts';

const { refunds } = apiOf({ refunds: refundsContract });

const unbookedAddress = {
  page: addressPage,
  open: addressChoice(['1']),
  name: addressText,
  sort_by: addressChoice(UNBOOKED_SORTS),
  sort_dest: addressChoice(['asc', 'desc']),
};

export function UnbookedScreen() {
  const address = useAddress(unbookedAddress);
  const { state, change } = address;
  const { once } = useOnce();
  const [reversing, setReversing] = useState<UnbookedEvent | null>(null);
  const list = useList({
    address,
    filters: { open: undefined, name: '' },
    query: ({ open, ...asked }) =>
      refunds.unbookedEvents.queryOptions({ input: { ...asked, open: open ?? '' }, staleTime: 0 }),
    rows: 'events',
    csv: (polled) => refunds.unbookedEventsCsv.call({ ...polled, open: state.open ?? '', name: state.name }),
    noun: ['event', 'events'],
    purpose: "Stripe events that Provost couldn't book wait here for you.",
    nothingYet: 'Every Stripe event was booked',
    sorts: UNBOOKED_SORTS,
    order: { by: 'id', dest: 'desc' },
  });
  const { refetch } = list.table.query;
  const again = () => Promise.all([refetch(), reload()]);
  const resolve = ({ id, object_id, resolved_at }: UnbookedEvent) =>
    once(
      async () => {
        const resolved = resolved_at === null;
        await refunds.resolveUnbookedEvent.call({ id, resolved });
        await again();
        toastSwitched(`${object_id} ${resolved ? 'resolved' : 'reopened'}`, {
          undo: () => refunds.resolveUnbookedEvent.call({ id, resolved: !resolved }),
          reload: again,
        });
      },
      (error) => toast(failureOf(error).message, { kind: 'error' }),
    );
  const actionsOf = (event: UnbookedEvent): RowAction[] => {
    const resolving = {
      label: event.resolved_at === null ? 'Mark as resolved' : 'Reopen',
      icon: <IconCheck size={16} aria-hidden />,
      onClick: () => void resolve(event),
    };
    const reversal = {
      label: 'Reverse',
      icon: <IconArrowBackUp size={16} aria-hidden />,
      onClick: () => setReversing(event),
    };
    return [...(isReversible(event) ? [reversal] : []), resolving];
  };
  return (
    <ListPage
      {...list.page}
      title="Stripe events"
      filters={
        <>
          <TextFilter label="Stripe ID" value={state.name} onChange={(name) => change({ name })} />
          <TickFilter label="Not resolved" value={state.open} onChange={(open) => change({ open })} />
        </>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        What Stripe told us that needs you: refunds and disputes without a transaction here, payments booked
        twice, and events that the Stripe key isn’t allowed to look up. Check each one in Stripe, then mark it
        as resolved.
      </Text>
      <DataTable<UnbookedEvent>
        {...list.table}
        caption="Stripe events that can’t be booked"
        columns={[
          ...COLUMNS,
          actionsColumn<UnbookedEvent>((event) => (
            <RowActions of={event.object_id} actions={actionsOf(event)} />
          )),
        ]}
      />
      <Suspense>
        {reversing && (
          <ReverseDialog
            event={reversing}
            onReversed={() => void again()}
            onClose={() => setReversing(null)}
          />
        )}
      </Suspense>
    </ListPage>
  );
}

const ReverseDialog = lazy(() => import('./reverse-dialog.tsx').then((m) => ({ default: m.ReverseDialog })));

function isReversible({ resolved_at, transactions }: UnbookedEvent): boolean {
  return resolved_at === null && transactions.length > 1;
}

const code = (text: string) => (
  <Text component="span" ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
    {text}
  </Text>
);

function Reason({ event: { reason, transactions } }: { event: UnbookedEvent }) {
  return (
    <>
      {UNBOOKED_REASON_WORDS[reason]}
      {transactions.length > 0 && (
        <Group gap={6} wrap="nowrap">
          {transactions.map(({ id }) => (
            <Anchor
              key={id}
              component={Link}
              {...linkTo(addressOf('transaction', id), {})}
              size="sm"
              aria-label={`Transaction #${id}`}
            >
              #{id}
            </Anchor>
          ))}
        </Group>
      )}
    </>
  );
}

function reasonInWords({ reason, transactions }: UnbookedEvent): string {
  return [UNBOOKED_REASON_WORDS[reason], transactions.map(({ id }) => `#${id}`).join(' and ')]
    .filter(Boolean)
    .join(': ');
}

const COLUMNS: Column<UnbookedEvent>[] = [
  { key: 'id', header: 'ID', numeric: true, narrow: true, priority: 1, cell: ({ id }) => id },
  { key: 'object_id', header: 'Stripe ID', rowHeader: true, cell: ({ object_id }) => code(object_id) },
  { key: 'type', header: 'Type', oneLine: true, priority: 3, cell: ({ type }) => type },
  {
    key: 'reason',
    header: 'Reason',
    priority: 4,
    cell: (event) => <Reason event={event} />,
    onCard: reasonInWords,
  },
  {
    key: 'provider_charge',
    header: 'Stripe charge',
    priority: 2,
    cell: ({ provider_charge }) => (provider_charge === '' ? '–' : code(provider_charge)),
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    oneLine: true,
    priority: 5,
    cell: ({ amount, currency }) =>
      amount === null || currency === null ? '–' : formatMajor(amount, currency),
  },
  {
    key: 'received_at',
    header: 'Received',
    oneLine: true,
    priority: 4,
    cell: ({ received_at }) => <Time value={received_at} />,
  },
  {
    key: 'resolved',
    header: 'Status',
    priority: 5,
    stays: true,
    cell: ({ resolved_at, resolved_by }) =>
      resolved_at === null ? (
        <StatusPill status="waiting">Open</StatusPill>
      ) : (
        <Text size="xs" c="dimmed">
          <Clamped text={`Resolved by ${resolved_by ?? 'a former admin'}`} />
          <br />
          <Time value={resolved_at} />
        </Text>
      ),
    onCard: ({ resolved_at }) =>
      resolved_at === null ? <StatusPill status="waiting">Open</StatusPill> : 'Resolved',
  },
];
