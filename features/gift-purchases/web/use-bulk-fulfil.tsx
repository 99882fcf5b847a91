import { Button } from '@mantine/core';
import { IconPackageExport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useActor } from '../../../web/session.tsx';
import { useRowSelection } from '../../../web/ui/table/row-selection.tsx';
import type { Purchase } from '../contract.ts';
import { fulfilRefusal, MOST_ORDERS } from '../rules.ts';
import { calls, nameOf } from './calls.ts';

const FulfilDialog = lazy(() => import('./fulfil-dialog.tsx').then((m) => ({ default: m.FulfilDialog })));

type Filter = Parameters<typeof calls.fulfillablePurchases.call>[0];

export function useBulkFulfil({ rows, filter }: { rows: readonly Purchase[] | undefined; filter: Filter }) {
  const { role } = useActor();
  const [asked, setAsked] = useState<readonly number[] | null>(null);
  const [begun, setBegun] = useState(false);
  const mayBulk = role === 'superadmin';
  const { data } = useQuery({
    ...calls.fulfillablePurchases.queryOptions({ input: filter }),
    enabled: mayBulk && begun,
  });
  const chosen = useRowSelection<Purchase>({
    rows,
    count: undefined,
    filters: JSON.stringify(filter),
    nameOf: (row) => `#${row.id} ${nameOf(row)}`,
    noun: ['order', 'orders'],
    isSelectable: (row) => fulfilRefusal(row) === null,
    offer: data && {
      label:
        data.count > MOST_ORDERS
          ? `Select the first ${MOST_ORDERS} of ${data.count.toLocaleString()} that can be fulfilled`
          : `Select all ${data.count.toLocaleString()} that can be fulfilled`,
      count: Math.min(data.count, MOST_ORDERS),
      ids: async () => (await calls.fulfillablePurchases.call(filter)).ids,
    },
  });
  if (!mayBulk) return { columns: [], bar: null };
  // How many there are is asked for once somebody has begun to choose.
  if (chosen.selected > 0 && !begun) setBegun(true);
  const ids = 'ids' in chosen.selection ? [...chosen.selection.ids] : [];
  const tooMany = ids.length > MOST_ORDERS;
  const fulfil = (
    <Button
      size="compact-sm"
      data-bulk-key="f"
      leftSection={<IconPackageExport size={14} aria-hidden />}
      aria-disabled={tooMany}
      data-disabled={tooMany || undefined}
      onClick={() => !tooMany && setAsked(ids)}
    >
      Fulfill Order(s)
      {tooMany && ` (at most ${MOST_ORDERS} at once)`}
    </Button>
  );
  return {
    columns: [chosen.column],
    bar: (
      <>
        {chosen.barOf(fulfil)}
        {asked && (
          <Suspense>
            <FulfilDialog ids={asked} onFulfilled={chosen.clear} onClose={() => setAsked(null)} />
          </Suspense>
        )}
      </>
    ),
  };
}
