import { Button, Text } from '@mantine/core';
import { formatMajor } from '../../../../core/money.ts';
import { apiOf } from '../../../../web/api.ts';
import { ListPage } from '../../../../web/parts/list-page.tsx';
import { addressChoice, addressPage, useAddress } from '../../../../web/ui/address.ts';
import { TickFilter } from '../../../../web/ui/chooser/tick-filter.tsx';
import { failureOf } from '../../../../web/ui/failure.ts';
import { Clamped } from '../../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../../web/ui/table/column.ts';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import { useList } from '../../../../web/ui/table/use-list.ts';
import { Time } from '../../../../web/ui/time.tsx';
import { toastSwitched } from '../../../../web/ui/toast-switched.ts';
import { toast } from '../../../../web/ui/toasts.tsx';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import { useOnce } from '../../../../web/ui/use-once.ts';
import { refundsContract, UNBOOKED_SORTS, type UnbookedEvent, type UnbookedReason } from '../contract.ts';
import { reload } from './calls.ts';

const { refunds } = apiOf({ refunds: refundsContract });

const unbookedAddress = {
  page: addressPage,
  open: addressChoice(['1']),
  sort_by: addressChoice(UNBOOKED_SORTS),
  sort_dest: addressChoice(['asc', 'desc']),
};

/** Events of Stripe that can never be booked, until a person has seen to them (specification: Refunds). */
export function UnbookedScreen() {
  const address = useAddress(unbookedAddress);
  const { state, change } = address;
  const { busy, once } = useOnce();
  const list = useList({
    address,
    filters: { open: undefined },
    query: ({ open, ...asked }) =>
      refunds.unbookedEvents.queryOptions({ input: { ...asked, open: open ?? '' }, staleTime: 0 }),
    rows: 'events',
    noun: ['event', 'events'],
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
  return (
    <ListPage
      {...list.page}
      title="Stripe events"
      filters={<TickFilter label="Not resolved" value={state.open} onChange={(open) => change({ open })} />}
    >
      <Text size="sm" c="dimmed" mb="sm">
        Refunds and disputes that Stripe told us about and that match no transaction here. Check each one in
        Stripe, then mark it as resolved.
      </Text>
      <DataTable<UnbookedEvent>
        {...list.table}
        caption="Stripe events that can’t be booked"
        columns={[
          ...COLUMNS,
          {
            key: 'resolved',
            header: 'Status',
            priority: 5,
            stays: true,
            cell: (event) => (
              <>
                {event.resolved_at !== null && (
                  <Text size="xs" c="dimmed" mb={4}>
                    <Clamped text={`Resolved by ${event.resolved_by ?? 'a former admin'}`} />
                    <br />
                    <Time value={event.resolved_at} />
                  </Text>
                )}
                <Button
                  size="compact-sm"
                  variant="default"
                  {...unavailable(busy)}
                  aria-label={`${event.resolved_at === null ? 'Mark as resolved' : 'Reopen'}: ${event.object_id}`}
                  onClick={() => void resolve(event)}
                >
                  {event.resolved_at === null ? 'Mark as resolved' : 'Reopen'}
                </Button>
              </>
            ),
          },
        ]}
      />
    </ListPage>
  );
}

const REASONS: Record<UnbookedReason, string> = {
  unknown_charge: 'No transaction with this charge',
  other_currency: 'The transaction is in another currency',
  over_the_charge: 'More than is left of the transaction',
  malformed: 'The event is incomplete or can’t be read',
};

const code = (text: string) => (
  <Text component="span" ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
    {text}
  </Text>
);

const COLUMNS: Column<UnbookedEvent>[] = [
  { key: 'id', header: 'ID', numeric: true, narrow: true, priority: 1, cell: ({ id }) => id },
  { key: 'object_id', header: 'Stripe ID', rowHeader: true, cell: ({ object_id }) => code(object_id) },
  { key: 'type', header: 'Type', oneLine: true, priority: 3, cell: ({ type }) => type },
  { key: 'reason', header: 'Reason', priority: 4, cell: ({ reason }) => REASONS[reason] },
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
];
