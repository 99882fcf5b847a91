import { Button } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { pageCount } from '../../../../core/paging.ts';
import { useActor } from '../../../../web/session.tsx';
import { useRowSelection } from '../../../../web/ui/table/row-selection.tsx';
import type { MembershipRow } from '../contract.ts';
import { offersPay } from '../rules.ts';
import { calls, nameOf } from './calls.ts';
import type { Payable } from './payable.ts';

const PayManyDialog = lazy(() =>
  import('./pay-membership-dialog.tsx').then((m) => ({ default: m.PayManyDialog })),
);

/** Payees in one request at most: their ids have to fit into an address. */
const MOST_PAYEES = 1000;

type Filter = Parameters<typeof calls.membershipPayouts.call>[0];
type BulkPay = { rows: readonly MembershipRow[] | undefined; filter: Filter; payable: Payable };

/** Adds bulk payment for superadmins: a column of checkboxes where an instructor can be paid, and a bar. */
export function useBulkPay({ rows, filter, payable }: BulkPay) {
  const { role } = useActor();
  const [asked, setAsked] = useState<readonly number[] | null>(null);
  const [begun, setBegun] = useState(false);
  const mayPay = role === 'superadmin';
  const { data: all } = useQuery({
    // What is paid or changed reads it again, as it does the list.
    queryKey: [...calls.membershipPayouts.key(), 'payable', filter],
    queryFn: () => payableIds(filter),
    // Who can be paid is asked for once somebody has begun to choose.
    enabled: mayPay && begun,
  });
  const isOpen = !('against' in payable) || payable.amount === true;
  const chosen = useRowSelection<MembershipRow>({
    rows,
    count: undefined,
    filters: JSON.stringify(filter),
    nameOf,
    noun: ['instructor', 'instructors'],
    isSelectable: (row) => offersPay(row) && isOpen,
    offer: all && {
      label: `Select all ${all.length.toLocaleString('en-US')} that can be paid`,
      count: all.length,
      ids: async () => all,
    },
  });
  if (!mayPay) return { columns: [], bar: null };
  if (chosen.selected > 0 && !begun) setBegun(true);
  const ids = 'ids' in chosen.selection ? [...chosen.selection.ids] : [];
  const against =
    ids.length > MOST_PAYEES
      ? `At most ${MOST_PAYEES.toLocaleString('en-US')} at once.`
      : 'against' in payable
        ? payable.against
        : null;
  const send = (
    <>
      <Button
        size="compact-sm"
        leftSection={<IconCash size={14} aria-hidden />}
        aria-disabled={against !== null}
        data-disabled={against !== null || undefined}
        onClick={() => against === null && setAsked(ids)}
      >
        Send Payout(s)
      </Button>
      {against}
    </>
  );
  return {
    columns: [chosen.column],
    bar: (
      <>
        {chosen.barOf(send)}
        {asked && (
          <Suspense>
            <PayManyDialog
              ids={asked}
              payable={payable}
              onPaid={chosen.clear}
              onClose={() => setAsked(null)}
            />
          </Suspense>
        )}
      </>
    ),
  };
}

async function payableIds(filter: Filter): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const { payouts, count } = await calls.membershipPayouts.call({ ...filter, page });
    ids.push(...payouts.filter(offersPay).map(({ id }) => id));
    last = pageCount(count.count);
  }
  return ids.slice(0, MOST_PAYEES);
}
