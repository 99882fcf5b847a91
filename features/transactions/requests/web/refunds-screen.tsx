import { IconCheck, IconListDetails, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { SOURCES } from '../../../../core/sites/sources.ts';
import { ListPage } from '../../../../web/parts/list-page.tsx';
import { ProgramFilter, useProgramFilter } from '../../../../web/parts/program-select.tsx';
import { SourceFilter } from '../../../../web/parts/source-filter.tsx';
import { useActor } from '../../../../web/session.tsx';
import { addressChoice, addressId, addressPage, useAddress } from '../../../../web/ui/address.ts';
import { QueueTabs } from '../../../../web/ui/queue/queue-tabs.tsx';
import { useQueueSteps } from '../../../../web/ui/queue/use-queue-steps.ts';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import { actionsColumn, RowActions } from '../../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../../web/ui/table/use-list.ts';
import { useAwaited } from '../../../../web/ui/use-awaited.ts';
import { REQUEST_FILTERS } from '../../refunds/rules.ts';
import { calls, nameOf, reload } from '../../refunds/web/calls.ts';
import { REQUEST_SORTS, type RefundRequest } from '../contract.ts';
import { requestColumns, STATUS_NAMES } from './request-columns.tsx';
import { requestDialogs } from './request-dialogs.ts';
import { useBulkDecisions } from './use-bulk-decisions.tsx';

const TABS = [...REQUEST_FILTERS, 'all'] as const;

const refundsAddress = {
  page: addressPage,
  status: addressChoice(TABS),
  source: addressChoice(SOURCES),
  program_id: addressId,
  sort_by: addressChoice(REQUEST_SORTS),
  sort_dest: addressChoice(['asc', 'desc']),
  ...requestDialogs.address,
};

export function RefundsScreen() {
  const actor = useActor();
  const address = useAddress(refundsAddress);
  const { state, change } = address;
  const program_id = useProgramFilter(state.program_id);
  const tab = state.status ?? TABS[0];
  const source = state.source ?? '';
  const { sort_by, sort_dest } = state;
  const filter = { status: tab === 'all' ? '' : tab, source, program_id, sort_by, sort_dest } as const;
  const list = useList({
    address,
    filters: { status: undefined, source: undefined, program_id: 0 },
    query: ({ page }) => calls.refundRequests.queryOptions({ input: { ...filter, page } }),
    rows: 'refunds',
    noun: ['refund request', 'refund requests'],
    purpose: 'Users and admins request refunds. You approve or reject them here.',
    nothingYet: 'No refund requests need approval',
    sorts: REQUEST_SORTS,
    order: { by: 'id', dest: 'desc' },
  });
  const counts = useQuery(calls.refundRequestCounts.queryOptions({ input: { source, program_id } })).data
    ?.counts;
  const decided = useAwaited(reload);
  const may = (which: 'approve' | 'reject', row: RefundRequest) =>
    row.amount > 0 && !decided.words.has(row.id) && requestDialogs.may(actor, which, row);
  const which = (['reject', 'open'] as const).find((name) => state[name] > 0) ?? 'approve';
  const steps = useQueueSteps({
    rows: list.rows,
    at: state[which],
    isWaiting: (row) => which === 'open' || may(which, row),
    onStep: (id) => dialogs.step(which, id),
  });
  const dialogs = requestDialogs.useDialogs(address, list.rowOf, { onDecided: decided.add, steps });
  const bulk = useBulkDecisions({
    rows: list.rows,
    count: list.page.count,
    filter,
    may,
    onDecided: decided.add,
  });

  return (
    <ListPage
      {...list.page}
      views
      csv={(polled) => calls.refundRequestsCsv.call({ ...polled, status: filter.status, source, program_id })}
      title="Refunds confirmation"
      tabs={
        <QueueTabs
          label="Status"
          name="status"
          value={tab}
          tabs={TABS.map((value) => ({
            value,
            label: value === 'all' ? 'All' : STATUS_NAMES[value],
            count: value === 'all' ? undefined : counts?.[value],
          }))}
        />
      }
      filters={
        <>
          <ProgramFilter value={state.program_id} onChange={(program_id) => change({ program_id })} />
          <SourceFilter value={state.source} onChange={(source) => change({ source })} />
        </>
      }
    >
      {bulk.bar}
      <DataTable
        {...list.table}
        caption="Refund requests"
        onOpen={({ id }) => dialogs.open('open', id)}
        columns={[
          bulk.column,
          ...requestColumns(decided.words, program_id === 0),
          actionsColumn<RefundRequest>((row) => (
            <RowActions
              of={`#${row.id} ${nameOf(row)}`}
              actions={[
                ...(may('approve', row)
                  ? [
                      {
                        label: 'Approve',
                        icon: <IconCheck size={16} aria-hidden />,
                        kept: true,
                        key: 'a',
                        onClick: () => dialogs.open('approve', row.id),
                      },
                    ]
                  : []),
                ...(may('reject', row)
                  ? [
                      {
                        label: 'Reject',
                        icon: <IconX size={16} aria-hidden />,
                        kept: true,
                        removes: true,
                        key: 'r',
                        onClick: () => dialogs.open('reject', row.id),
                      },
                    ]
                  : []),
                {
                  label: 'Details',
                  icon: <IconListDetails size={16} aria-hidden />,
                  onClick: () => dialogs.open('open', row.id),
                },
              ]}
            />
          )),
        ]}
      />
      {dialogs.element}
    </ListPage>
  );
}
