import { Skeleton, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { ProgramSelect } from '../../../web/parts/program-select.tsx';
import { addressId, addressPage, useAddress } from '../../../web/ui/address.ts';
import { LoadedList } from '../../../web/ui/loaded-list.tsx';
import { useListQuery } from '../../../web/ui/use-list-query.ts';
import { calls } from './calls.ts';
import { FindCharge } from './find-charge.tsx';
import { HeldCause } from './held-cause.tsx';
import { causesOf } from './held-causes.ts';

const ExplainDialog = lazy(() => import('./explain-dialog.tsx').then((m) => ({ default: m.ExplainDialog })));

const address = { page: addressPage, program_id: addressId, charge: addressId };

/** Charges that no payout may take until their rows agree (specification: Held charges). */
export function HeldScreen() {
  const { state, change, openDialog, closeDialog } = useAddress(address);
  const { page, program_id } = state;
  const query = useListQuery(
    calls.heldCharges.queryOptions({
      input: { page, program_id },
    }),
  );
  const causes = causesOf(query.data?.charges ?? []);
  const explain = (charge: number) => openDialog({ charge });

  return (
    <ListPage
      title="Held splits"
      actions={<FindCharge onFind={explain} />}
      page={page}
      answer={query}
      noun={query.data?.count === 1 ? 'charge is held' : 'charges are held'}
      filters={<ProgramSelect value={program_id} onChange={(chosen) => change({ program_id: chosen })} />}
    >
      <Text size="sm" c="dimmed" mb="sm">
        These sales cannot be divided as their rows stand, so no payout takes them. Saving rows that fit
        divides them at once, all of one cause together.
      </Text>
      <LoadedList
        query={query}
        isEmpty={causes.length === 0}
        skeleton={Array.from({ length: 5 }, (_cause, index) => <Skeleton key={index} height={168} mb="sm" />)}
        nothingYet={page > 1 ? 'No held charges on this page' : 'No charge is held'}
        filtered={program_id > 0}
        onClearFilters={() => change({ program_id: 0 })}
      >
        {causes.map((cause) => (
          <HeldCause key={cause.key} cause={cause} onExplain={explain} />
        ))}
      </LoadedList>
      <Suspense>
        {state.charge > 0 && <ExplainDialog id={state.charge} onClose={() => closeDialog({ charge: 0 })} />}
      </Suspense>
    </ListPage>
  );
}
