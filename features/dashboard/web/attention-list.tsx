import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CARRIED, parseSearch } from '../../../web/ui/address.ts';
import type { Column } from '../../../web/ui/table/column.ts';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { Time } from '../../../web/ui/time.tsx';
import type { Attention } from '../contract.ts';
import { Amounts } from './amounts.tsx';
import classes from './attention-list.module.css';
import { ATTENTION_WORDS } from './attention-words.ts';
import { calls, RENEWED } from './calls.ts';

/** The work that waits for this person: what, since when, how much money, and the way to do it. */
export function AttentionList() {
  const query = useQuery(calls.attention.queryOptions({ input: {}, ...RENEWED, staleTime: 0 }));
  return (
    <section aria-labelledby="needs-attention" className={classes.attention}>
      <h2 id="needs-attention">Needs attention</h2>
      <DataTable
        caption="Needs attention"
        columns={COLUMNS}
        rows={query.data?.items}
        rowKey={({ kind }) => kind}
        query={query}
        pageSize={6}
        nothingYet="You're all caught up"
      />
    </section>
  );
}

const COLUMNS: Column<Attention>[] = [
  {
    key: 'what',
    header: 'What',
    rowHeader: true,
    cell: (item) => (
      <>
        <WayTo item={item}>
          <b>{item.count.toLocaleString('en-US')}</b> {nounOf(item)}
        </WayTo>
        <span className={classes.why}>{ATTENTION_WORDS[item.kind].why}</span>
      </>
    ),
  },
  {
    key: 'oldest',
    header: 'Oldest',
    oneLine: true,
    priority: 1,
    cell: ({ oldest }) => oldest && <Time value={oldest} />,
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    oneLine: true,
    stays: true,
    cell: ({ amounts }) => <Amounts amounts={amounts} />,
  },
  {
    key: 'action',
    header: 'Action',
    narrow: true,
    stays: true,
    cell: (item) => <WayTo item={item} action={ATTENTION_WORDS[item.kind].action} />,
  },
];

function nounOf({ kind, count }: Attention): string {
  return ATTENTION_WORDS[kind].noun[count === 1 ? 0 : 1];
}

type WayToProps = { item: Attention; action?: string; children?: ReactNode };

/** The link to the list. As its `action` it is for the mouse: keys and readers have it at the name of the work. */
function WayTo({ item: { link }, action, children }: WayToProps) {
  const [to = '/', filters = ''] = link.split('?');
  return (
    <Link
      to={to}
      // The list that opens has the same count.
      search={{ ...parseSearch(filters), [CARRIED]: undefined }}
      preload={false}
      className={classes.way}
      {...(action !== undefined && { tabIndex: -1, 'aria-hidden': true })}
    >
      {action ?? children}
    </Link>
  );
}
