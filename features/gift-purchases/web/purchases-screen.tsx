import { useQuery } from '@tanstack/react-query';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { ProgramFilter, useProgramFilter } from '../../../web/parts/program-select.tsx';
import { useActor } from '../../../web/session.tsx';
import { addressChoice, addressId, addressPage, addressText, useAddress } from '../../../web/ui/address.ts';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { TextFilter } from '../../../web/ui/chooser/text-filter.tsx';
import { QueueTabs } from '../../../web/ui/queue/queue-tabs.tsx';
import { useQueueSteps } from '../../../web/ui/queue/use-queue-steps.ts';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { PRODUCT_TYPE_NAMES, PRODUCT_TYPES } from '../../gift-products/rules.ts';
import { PURCHASE_SORTS, type Purchase } from '../contract.ts';
import { PURCHASE_STATES, PURCHASE_TYPES } from '../rules.ts';
import { calls } from './calls.ts';
import { PurchaseActions } from './purchase-actions.tsx';
import { purchaseColumns, STATE_NAMES, TYPE_NAMES } from './purchase-columns.tsx';
import { purchaseDialogs } from './purchase-dialogs.ts';
import { useBulkFulfil } from './use-bulk-fulfil.tsx';

const TABS = ['to_fulfill', 'fulfilled', 'all'] as const;
const TAB_NAMES = { to_fulfill: 'To fulfill', fulfilled: 'Fulfilled', all: 'All' } as const;

const purchasesAddress = {
  page: addressPage,
  product_name: addressText,
  user_name: addressText,
  product_type: addressChoice(PRODUCT_TYPES),
  event_type: addressChoice(PURCHASE_TYPES),
  state: addressChoice(PURCHASE_STATES),
  program_id: addressId,
  show: addressChoice(TABS),
  sort_by: addressChoice(PURCHASE_SORTS),
  sort_dest: addressChoice(['asc', 'desc']),
  ...purchaseDialogs.address,
};

export function PurchasesScreen() {
  const actor = useActor();
  const address = useAddress(purchasesAddress);
  const { state, change } = address;
  const program_id = useProgramFilter(state.program_id);
  const { product_name, user_name } = state;
  const tab = state.show ?? TABS[0];
  const filter = {
    product_name,
    user_name,
    product_type: state.product_type ?? '',
    event_type: state.event_type ?? '',
    state: state.state ?? '',
    fulfillable: tab === 'to_fulfill' ? '1' : '',
    fulfilled: tab === 'fulfilled' ? '1' : '',
    program_id,
  } as const;
  const list = useList({
    address,
    filters: {
      product_name: '',
      user_name: '',
      product_type: undefined,
      event_type: undefined,
      state: undefined,
      program_id: 0,
      show: undefined,
    },
    query: ({ page, sort_by, sort_dest }) =>
      calls.purchases.queryOptions({ input: { ...filter, page, sort_by, sort_dest } }),
    rows: 'products',
    noun: ['order', 'orders'],
    purpose: 'Products that users ordered or won. Fulfill them here.',
    nothingYet: tab === 'to_fulfill' ? 'No orders to fulfill' : 'No orders yet',
    sorts: PURCHASE_SORTS,
    order: { by: 'id', dest: 'asc' },
  });
  const bulk = useBulkFulfil({ rows: list.rows, filter });
  const counts = useQuery(calls.purchaseCounts.queryOptions({ input: { program_id } })).data;
  const steps = useQueueSteps({
    rows: list.rows,
    at: state.fulfil,
    isWaiting: (row) => purchaseDialogs.may(actor, 'fulfil', row),
    onStep: (id) => dialogs.step('fulfil', id),
  });
  const dialogs = purchaseDialogs.useDialogs(address, list.rowOf, { steps });

  return (
    <ListPage
      {...list.page}
      views
      csv={(polled) => calls.purchasesCsv.call({ ...polled, ...filter })}
      title="Giveaway purchases"
      tabs={
        <QueueTabs
          label="Orders"
          name="show"
          value={tab}
          tabs={TABS.map((value) => ({
            value,
            label: TAB_NAMES[value],
            count: { to_fulfill: counts?.fulfillable, fulfilled: counts?.fulfilled, all: undefined }[value],
          }))}
        />
      }
      filters={
        <>
          <ProgramFilter value={state.program_id} onChange={(chosen) => change({ program_id: chosen })} />
          <TextFilter
            label="Product ID or name"
            value={product_name}
            onChange={(product_name) => change({ product_name })}
          />
          <TextFilter
            label="User ID, name or email"
            value={user_name}
            onChange={(user_name) => change({ user_name })}
          />
          <OneOf
            label="Product type"
            names={PRODUCT_TYPE_NAMES}
            value={state.product_type}
            onChange={(product_type) => change({ product_type })}
          />
          <OneOf
            label="Event type"
            names={TYPE_NAMES}
            value={state.event_type}
            onChange={(event_type) => change({ event_type })}
          />
          <OneOf
            label="State"
            names={STATE_NAMES}
            value={state.state}
            onChange={(state) => change({ state })}
          />
        </>
      }
    >
      {bulk.bar}
      <DataTable
        {...list.table}
        caption="Giveaway purchases"
        columns={[
          ...bulk.columns,
          ...purchaseColumns(program_id === 0),
          actionsColumn<Purchase>((row) => (
            <PurchaseActions actor={actor} row={row} onOpen={(which) => dialogs.open(which, row.id)} />
          )),
        ]}
      />
      {dialogs.element}
    </ListPage>
  );
}

type OneOfProps<Value extends string> = {
  label: string;
  names: Record<Value, string>;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
};

function OneOf<Value extends string>({ label, names, value, onChange }: OneOfProps<Value>) {
  return (
    <Choice
      label={label}
      placeholder="All"
      data={Object.entries<string>(names).map(([key, name]) => ({ value: key, label: name }))}
      value={value ?? null}
      onChange={(chosen) => onChange((chosen ?? undefined) as Value | undefined)}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
    />
  );
}
