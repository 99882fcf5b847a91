import { Skeleton, Text } from '@mantine/core';
import { lazy, Suspense, useRef } from 'react';
import { ListPage } from '../../../../web/parts/list-page.tsx';
import { ProgramFilter } from '../../../../web/parts/program-select.tsx';
import { addressId, addressPage, useAddress } from '../../../../web/ui/address.ts';
import { useRowKeys } from '../../../../web/ui/table/cursor/row-keys.ts';
import { LoadedList } from '../../../../web/ui/table/loaded-list.tsx';
import { useList } from '../../../../web/ui/table/use-list.ts';
import { calls } from '../calls.ts';
import { FindCharge } from '../explain/find-charge.tsx';
import { HeldCause } from './held-cause.tsx';
import { causesOf } from './held-causes.ts';

const ExplainDialog = lazy(() =>
  import('../explain/explain-dialog.tsx').then((m) => ({ default: m.ExplainDialog })),
);

const shape = { page: addressPage, program_id: addressId, charge: addressId };

export function HeldScreen() {
  const address = useAddress(shape);
  const { state, change, openDialog, closeDialog } = address;
  const list = useList({
    address,
    filters: { program_id: 0 },
    query: (input) => calls.heldCharges.queryOptions({ input }),
    rows: 'charges',
    csv: (polled) => calls.heldChargesCsv.call({ ...polled, program_id: state.program_id }),
    noun: ['transaction on hold', 'transactions on hold'],
    purpose: 'Sales whose rates conflict wait here until you fix the rates.',
    nothingYet: 'No transactions on hold',
  });
  const causes = causesOf(list.rows ?? []);
  const explain = (charge: number) => openDialog({ charge });
  const cards = useRef<HTMLDivElement>(null);
  useRowKeys(cards, {
    isOn: true,
    onOpen: () => false,
    onPeek: (key) => {
      const [first] = causes.find((cause) => cause.key === key)?.charges ?? [];
      if (first) explain(first.id);
    },
  });

  return (
    <ListPage
      {...list.page}
      title="Transactions on hold"
      actions={<FindCharge onFind={explain} />}
      filters={
        <ProgramFilter value={state.program_id} onChange={(chosen) => change({ program_id: chosen })} />
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        These transactions can't be split because the rates conflict. They're left out of payouts until you
        fix the rates.
      </Text>
      <LoadedList
        {...list.cards}
        skeleton={Array.from({ length: 5 }, (_cause, index) => <Skeleton key={index} height={168} mb="sm" />)}
      >
        <div ref={cards}>
          {causes.map((cause) => (
            <HeldCause key={cause.key} cause={cause} onExplain={explain} />
          ))}
        </div>
      </LoadedList>
      <Suspense>
        {state.charge > 0 && <ExplainDialog id={state.charge} onClose={() => closeDialog({ charge: 0 })} />}
      </Suspense>
    </ListPage>
  );
}
