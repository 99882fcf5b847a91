import { IconCheck, IconListDetails, IconX } from '@tabler/icons-react';
import { SOURCES } from '../../../../core/sites/sources.ts';
import { ListPage } from '../../../../web/parts/list-page.tsx';
import { useProgramFilter } from '../../../../web/parts/program-select.tsx';
import { SourceFilter } from '../../../../web/parts/source-filter.tsx';
import { useActor } from '../../../../web/session.tsx';
import { addressChoice, addressPage, useAddress } from '../../../../web/ui/address.ts';
import { Choice } from '../../../../web/ui/chooser/choice.tsx';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import { actionsColumn, RowActions } from '../../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../../web/ui/table/use-list.ts';
import { useAwaited } from '../../../../web/ui/use-awaited.ts';
import { REQUEST_FILTERS } from '../../refunds/rules.ts';
import { calls, nameOf, reload } from '../../refunds/web/calls.ts';
import { REQUEST_SORTS, type RefundRequest } from '../contract.ts';
import { requestColumns, STATUS_NAMES } from './request-columns.tsx';
import { requestDialogs } from './request-dialogs.ts';

const refundsAddress = {
  page: addressPage,
  status: addressChoice(REQUEST_FILTERS),
  source: addressChoice(SOURCES),
  sort_by: addressChoice(REQUEST_SORTS),
  sort_dest: addressChoice(['asc', 'desc']),
  ...requestDialogs.address,
};

const STATUSES = REQUEST_FILTERS.map((value) => ({ value, label: STATUS_NAMES[value] }));

/** Refund requests and their approval (specification: Refunds confirmation). */
export function RefundsScreen() {
  const actor = useActor();
  const address = useAddress(refundsAddress);
  const { state, change } = address;
  const inAll = useProgramFilter(0) === 0;
  const list = useList({
    address,
    filters: { status: undefined, source: undefined },
    query: ({ status, source, ...asked }) =>
      calls.refundRequests.queryOptions({ input: { ...asked, status: status ?? '', source: source ?? '' } }),
    rows: 'refunds',
    noun: ['refund request', 'refund requests'],
    sorts: REQUEST_SORTS,
    order: { by: 'id', dest: 'desc' },
  });
  const decided = useAwaited(reload);
  const dialogs = requestDialogs.useDialogs(address, list.rowOf, { onDecided: decided.add });
  const may = (which: 'approve' | 'reject', row: RefundRequest) =>
    row.amount > 0 && !decided.words.has(row.id) && requestDialogs.may(actor, which, row);

  return (
    <ListPage
      {...list.page}
      views
      csv={(polled) =>
        calls.refundRequestsCsv.call({ ...polled, status: state.status ?? '', source: state.source ?? '' })
      }
      title="Refunds confirmation"
      filters={
        <>
          <Choice
            label="Status"
            placeholder="All"
            data={STATUSES}
            value={state.status ?? null}
            onChange={(chosen) => change({ status: REQUEST_FILTERS.find((one) => one === chosen) })}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear Status' }}
          />
          <SourceFilter value={state.source} onChange={(source) => change({ source })} />
        </>
      }
    >
      <DataTable
        {...list.table}
        caption="Refund requests"
        onOpen={({ id }) => dialogs.open('open', id)}
        columns={[
          ...requestColumns(decided.words, inAll),
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
