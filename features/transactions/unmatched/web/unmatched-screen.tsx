import { Text } from '@mantine/core';
import { IconLink, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { ListPage } from '../../../../web/parts/list-page.tsx';
import { ProgramFilter, useProgramFilter } from '../../../../web/parts/program-select.tsx';
import { SourceFilter } from '../../../../web/parts/source-filter.tsx';
import { useActor } from '../../../../web/session.tsx';
import {
  addressChoice,
  addressId,
  addressPage,
  addressText,
  useAddress,
} from '../../../../web/ui/address.ts';
import { Choice } from '../../../../web/ui/chooser/choice.tsx';
import { TextFilter } from '../../../../web/ui/chooser/text-filter.tsx';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import { actionsColumn, RowActions } from '../../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../../web/ui/table/use-list.ts';
import {
  PAYMENT_STATE_NAMES,
  PAYMENT_STATES,
  UNMATCHED_SOURCES,
  type UnmatchedPayment,
} from '../contract.ts';
import { calls, reloadOthers } from './calls.ts';
import { nameOf } from './payment-words.ts';
import { unmatchedColumns } from './unmatched-columns.tsx';
import { unmatchedDialogs } from './unmatched-dialogs.ts';
import { useBulkDismissal } from './use-bulk-dismissal.tsx';

const SORTS = ['id', 'amount', 'paid_at'] as const;

const unmatchedAddress = {
  page: addressPage,
  state: addressChoice(PAYMENT_STATES),
  source: addressChoice(UNMATCHED_SOURCES),
  name: addressText,
  program_id: addressId,
  sort_by: addressChoice(SORTS),
  sort_dest: addressChoice(['asc', 'desc']),
  ...unmatchedDialogs.address,
};

const STATES = PAYMENT_STATES.map((value) => ({ value, label: PAYMENT_STATE_NAMES[value] }));

export function UnmatchedScreen() {
  const actor = useActor();
  const address = useAddress(unmatchedAddress);
  const { state, change } = address;
  const program_id = useProgramFilter(state.program_id);
  const { sort_by, sort_dest } = state;
  const filter = {
    program_id,
    state: state.state ?? 'open',
    source: state.source ?? '',
    name: state.name,
  } as const;
  const list = useList({
    address,
    filters: { state: undefined, source: undefined, program_id: 0, name: '' },
    query: (asked) => calls.unmatchedPayments.queryOptions({ input: { ...asked, ...filter } }),
    rows: 'payments',
    csv: (polled) => calls.unmatchedPaymentsCsv.call({ ...polled, ...filter }),
    noun: ['payment', 'payments'],
    purpose: "Payments that Provost couldn't match with a sale wait here for you.",
    nothingYet: 'Every payment is matched',
    sorts: SORTS,
    order: { by: 'id', dest: 'desc' },
  });
  const [decided, setDecided] = useState<ReadonlyMap<number, UnmatchedPayment>>(new Map());
  const onDecided = (payment: UnmatchedPayment) => {
    setDecided((before) => new Map([...before, [payment.id, payment]]));
    void reloadOthers();
  };
  const rows = list.rows?.map((row) => decided.get(row.id) ?? row);
  const rowOf = (id: number) => rows?.find((row) => row.id === id);
  const dialogs = unmatchedDialogs.useDialogs(address, rowOf, { onDecided });
  const may = (which: 'match' | 'dismiss', row: UnmatchedPayment) => unmatchedDialogs.may(actor, which, row);
  const bulk = useBulkDismissal({
    rows,
    count: list.page.count,
    filter: { ...filter, sort_by, sort_dest },
    may: (row) => may('dismiss', row),
    onDecided,
  });

  return (
    <ListPage
      {...list.page}
      views
      title="Unmatched payments"
      filters={
        <>
          <ProgramFilter value={state.program_id} onChange={(program_id) => change({ program_id })} />
          <TextFilter label="Payer or reference" value={state.name} onChange={(name) => change({ name })} />
          <Choice
            label="Status"
            data={STATES}
            value={state.state ?? 'open'}
            onChange={(chosen) =>
              change({ state: PAYMENT_STATES.find((one) => one === chosen && one !== 'open') })
            }
            allowDeselect={false}
          />
          <SourceFilter
            sources={UNMATCHED_SOURCES}
            value={state.source}
            onChange={(chosen) => change({ source: UNMATCHED_SOURCES.find((one) => one === chosen) })}
          />
        </>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        Stripe payments that don’t say what they were for, and sales to users that a site hasn’t told us about
        yet. Match each one to what was bought, or dismiss it if it isn’t a sale of yours. A site’s sale is
        booked automatically once the site tells us about the user.
      </Text>
      {bulk.bar}
      <DataTable<UnmatchedPayment>
        {...list.table}
        rows={rows}
        caption="Unmatched payments"
        columns={[
          ...bulk.columns,
          ...unmatchedColumns(program_id === 0),
          actionsColumn<UnmatchedPayment>((row) => (
            <RowActions
              of={nameOf(row)}
              actions={[
                ...(may('match', row)
                  ? [
                      {
                        label: 'Match',
                        key: 'm',
                        icon: <IconLink size={16} aria-hidden />,
                        kept: true,
                        onClick: () => dialogs.open('match', row.id),
                      },
                    ]
                  : []),
                ...(may('dismiss', row)
                  ? [
                      {
                        label: 'Dismiss',
                        key: 'd',
                        icon: <IconX size={16} aria-hidden />,
                        kept: true,
                        removes: true,
                        onClick: () => dialogs.open('dismiss', row.id),
                      },
                    ]
                  : []),
              ]}
            />
          )),
        ]}
      />
      {dialogs.element}
    </ListPage>
  );
}
