import { Group, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { mayAccess, mayTouch } from '../../../../core/access.ts';
import { COIN, inCoins } from '../../../../core/coins.ts';
import { AddLinkTo } from '../../../../web/parts/records/add-link.tsx';
import { addressOf } from '../../../../web/parts/records/record-pages.ts';
import { useActor } from '../../../../web/session.tsx';
import { DialogPages } from '../../../../web/ui/dialog/dialog-pages.tsx';
import type { Column } from '../../../../web/ui/table/column.ts';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import { useListQuery } from '../../../../web/ui/table/use-list.ts';
import { Time } from '../../../../web/ui/time.tsx';
import { nameOf, type Person } from '../../web/calls.ts';
import { type CoinEntry, coinsContract } from '../contract.ts';
import type { EntryKind } from '../schemas.ts';
import { coinCalls } from './calls.ts';

export function CoinEntries({ record: user }: { record: Person }) {
  const [page, setPage] = useState(1);
  const query = useListQuery(coinCalls.coinEntries.queryOptions({ input: { id: user.id, page } }));
  const { data } = query;
  const actor = useActor();
  const mayAdd =
    user.del_status === 0 &&
    mayAccess(actor, coinsContract.grantCoins['~orpc'].meta.access) &&
    mayTouch(actor, { program_id: user.site_program ?? 0 });
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Text size="sm">
          {data &&
            `Balance ${inCoins(data.lilt_balance)} · Lifetime ${inCoins(data.lilt_total)} · Level ${data.level}`}
        </Text>
        <DialogPages page={page} count={data?.count} noun={['entry', 'entries']} onPage={setPage} />
      </Group>
      <DataTable
        caption={`${COIN} entries of ${nameOf(user)}`}
        columns={COLUMNS}
        rows={data?.entries}
        rowKey={({ id }) => id}
        query={query}
        pageSize={6}
        nothingYet="No entries yet"
        purpose="LiL-T that the user receives or spends appears here."
        first={
          mayAdd && (
            <AddLinkTo
              to={addressOf('user', user.id)}
              search={{ section: 'entries', lilt: user.id }}
              label={`Add ${COIN} coins`}
            />
          )
        }
      />
    </>
  );
}

const KINDS: Record<EntryKind, string> = {
  grant: 'Added by staff',
  token: 'Token',
  purchase: 'Purchase',
  ticket: 'Ticket',
  prize: 'Prize',
  reversal: 'Reversed',
};

/** Says the sign in words too, as a minus alone is easily missed. */
function Amount({ amount }: { amount: number }) {
  return (
    <>
      {amount < 0 ? `−${inCoins(-amount)}` : inCoins(amount)}
      <VisuallyHidden>{amount < 0 ? ' spent' : ' received'}</VisuallyHidden>
    </>
  );
}

function aboutOf({ kind, reference, reference_name, reason }: CoinEntry): string {
  const what =
    reference_name ?? (reference === '' ? '' : `${kind === 'reversal' ? 'Entry ' : ''}#${reference}`);
  return [what, reason].filter((part) => part !== '').join(' · ');
}

const COLUMNS: readonly Column<CoinEntry>[] = [
  { key: 'id', header: 'ID', numeric: true, narrow: true, cell: ({ id }) => id },
  { key: 'created_at', header: 'When', oneLine: true, cell: ({ created_at }) => <Time value={created_at} /> },
  { key: 'kind', header: 'Type', priority: 2, cell: ({ kind }) => KINDS[kind] },
  {
    key: 'reason',
    header: 'For',
    rowHeader: true,
    cell: (entry) => <span dir="auto">{aboutOf(entry)}</span>,
  },
  { key: 'amount', header: 'Amount', numeric: true, cell: ({ amount }) => <Amount amount={amount} /> },
  { key: 'balance', header: 'Balance', numeric: true, priority: 3, cell: ({ balance }) => inCoins(balance) },
  { key: 'created_by', header: 'By', cell: ({ created_by }) => created_by ?? '' },
];
