import { Button, Text } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { pageCount } from '../../../core/paging.ts';
import { useActor } from '../../../web/session.tsx';
import { useRowSelection } from '../../../web/ui/table/row-selection.tsx';
import type { Payee } from '../contract.ts';
import { calls, nameOf } from './calls.ts';
import { offersPay } from './offers.ts';
import { payeesAmong } from './payee-groups.ts';

const PayPayeesDialog = lazy(() =>
  import('./pay-payees-dialog.tsx').then((m) => ({ default: m.PayPayeesDialog })),
);

/** Balances in one request at most: their ids have to fit into an address. */
const MOST_PAYEES = 1000;

type Filter = Parameters<typeof calls.payouts.call>[0];

export function useBulkPay({ rows, filter }: { rows: readonly Payee[] | undefined; filter: Filter }) {
  const { role } = useActor();
  const [asked, setAsked] = useState<readonly number[] | null>(null);
  const [begun, setBegun] = useState(false);
  const mayPay = role === 'superadmin';
  const pageOf = (page: number) =>
    ({ ...filter, payable: '1', page, sort_by: 'id', sort_dest: 'asc' }) as const;
  // How many there are is asked for once somebody has begun to choose.
  const { data } = useQuery({
    ...calls.payouts.queryOptions({ input: pageOf(1) }),
    enabled: mayPay && begun,
  });
  const offered = Math.min(data?.count ?? 0, MOST_PAYEES);
  const idsOfAll = async () => {
    const ids: number[] = [];
    for (let page = 1; page <= pageCount(offered); page++)
      ids.push(...(await calls.payouts.call(pageOf(page))).payouts.map(({ id }) => id));
    return ids;
  };
  const chosen = useRowSelection<Payee>({
    rows,
    count: undefined,
    filters: JSON.stringify(filter),
    nameOf,
    noun: ['balance', 'balances'],
    isSelectable: offersPay,
    offer: data && {
      label:
        data.count > MOST_PAYEES
          ? `Select the first ${MOST_PAYEES.toLocaleString('en-US')} of ${data.count.toLocaleString('en-US')} that can be paid`
          : `Select all ${data.count.toLocaleString('en-US')} that can be paid`,
      count: offered,
      ids: idsOfAll,
    },
  });
  if (!mayPay) return { columns: [], bar: null };
  if (chosen.selected > 0 && !begun) setBegun(true);
  const ids = 'ids' in chosen.selection ? [...chosen.selection.ids] : [];
  const payees = payeesAmong(ids);
  const tooMany = ids.length > MOST_PAYEES;
  const send = (
    <Button
      size="compact-sm"
      data-bulk-key="p"
      leftSection={<IconCash size={14} aria-hidden />}
      aria-disabled={tooMany}
      data-disabled={tooMany || undefined}
      onClick={() => !tooMany && setAsked(ids)}
    >
      Send Payout(s)
      {tooMany && ` (at most ${MOST_PAYEES.toLocaleString('en-US')} at once)`}
    </Button>
  );
  return {
    columns: [chosen.column],
    bar: (
      <>
        {chosen.barOf(
          <>
            {payees > 0 && payees < ids.length && (
              <Text component="span" size="sm" c="dimmed">
                of {payees.toLocaleString('en-US')} {payees === 1 ? 'payee' : 'payees'}
              </Text>
            )}
            {send}
          </>,
        )}
        {asked && (
          <Suspense>
            <PayPayeesDialog ids={asked} onPaid={chosen.clear} onClose={() => setAsked(null)} />
          </Suspense>
        )}
      </>
    ),
  };
}
