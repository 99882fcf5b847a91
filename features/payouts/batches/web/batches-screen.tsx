import { ListPage } from '../../../../web/parts/list-page.tsx';
import { OpenedRow } from '../../../../web/parts/opened-row.tsx';
import { useActor } from '../../../../web/session.tsx';
import {
  addressChoice,
  addressId,
  addressPage,
  addressText,
  useAddress,
} from '../../../../web/ui/address.ts';
import { TextFilter } from '../../../../web/ui/chooser/text-filter.tsx';
import { TickFilter } from '../../../../web/ui/chooser/tick-filter.tsx';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import { useList } from '../../../../web/ui/table/use-list.ts';
import { batchCalls, readBatch } from '../../web/calls.ts';
import { typedId } from '../../web/typed-id.ts';
import { batchColumns } from './batch-columns.tsx';
import { BatchDetails } from './batch-details.tsx';
import { batchDialogs } from './batch-dialogs.ts';
import { batchPolling } from './batch-progress.ts';

const batchesAddress = {
  page: addressPage,
  waiting: addressChoice(['1']),
  failed: addressChoice(['1']),
  id: addressText,
  open: addressId,
  ...batchDialogs.address,
};

export function BatchesScreen() {
  const actor = useActor();
  const address = useAddress(batchesAddress);
  const { state, change, openDialog, closeDialog } = address;
  const id = typedId(state.id);
  const list = useList({
    address,
    filters: { waiting: undefined, failed: undefined, id: '' },
    query: ({ page, waiting, failed }) =>
      batchCalls.payoutBatches.queryOptions({
        input: { page, waiting: waiting ?? '', failed: failed ?? '', id: id || undefined },
        refetchInterval: ({ state }) => batchPolling(state.data?.batches),
      }),
    rows: 'batches',
    noun: ['batch', 'batches'],
    purpose: 'A batch pays several payees with one file. Make the first one under Payouts.',
  });
  const dialogs = batchDialogs.useDialogs(address, list.rowOf, {});

  return (
    <ListPage
      {...list.page}
      csv={(polled) =>
        batchCalls.payoutBatchesCsv.call({
          ...polled,
          waiting: state.waiting ?? '',
          failed: state.failed ?? '',
          id: id || undefined,
        })
      }
      title="Payout batches"
      filters={
        <>
          <TextFilter
            label="Batch ID"
            value={state.id}
            error={state.id !== '' && id === 0 && 'Enter a number'}
            onChange={(id) => change({ id })}
          />
          <TickFilter
            label="Needs approval"
            value={state.waiting}
            onChange={(waiting) => change({ waiting })}
          />
          <TickFilter label="Failed" value={state.failed} onChange={(failed) => change({ failed })} />
        </>
      }
    >
      <DataTable
        {...list.table}
        caption="Payout batches, newest first"
        columns={batchColumns({
          actor,
          open: state.open,
          onToggle: (id) => openDialog({ open: state.open === id ? 0 : id }),
          onOpen: dialogs.open,
        })}
        below={(row) => row.id === state.open && <BatchDetails batch={row} />}
      />
      <OpenedRow
        noun="payout batch"
        id={state.open}
        list={list}
        read={readBatch}
        onClose={() => closeDialog({ open: 0 })}
      />
      {dialogs.element}
    </ListPage>
  );
}
