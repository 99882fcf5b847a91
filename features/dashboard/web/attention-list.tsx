import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSwitchedProgram } from '../../../web/program/use-program.ts';
import { parseSearch } from '../../../web/ui/address.ts';
import type { Column } from '../../../web/ui/table/column.ts';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { Time } from '../../../web/ui/time.tsx';
import { type Attention, OF_ALL_PROGRAMS } from '../contract.ts';
import { Amounts } from './amounts.tsx';
import classes from './attention-list.module.css';
import { ATTENTION_WORDS } from './attention-words.ts';
import { calls, RENEWED } from './calls.ts';

export function AttentionList() {
  const program_id = useSwitchedProgram();
  const query = useQuery({
    ...calls.attention.queryOptions({ input: { program_id }, ...RENEWED, staleTime: 0 }),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="needs-attention" className={classes.attention}>
      <h2 id="needs-attention">Needs attention</h2>
      <DataTable
        caption="Needs attention"
        columns={program_id === 0 ? COLUMNS : IN_PROGRAM}
        rows={query.data?.items}
        rowKey={({ kind }) => kind}
        query={query}
        pageSize={6}
        nothingYet="You're all caught up"
        purpose="Work that needs a decision appears here, with the way to it."
      />
    </section>
  );
}

const OTHERS: Column<Attention>[] = [
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
    card: 'line',
    cell: ({ amounts }) => <Amounts amounts={amounts} />,
  },
  {
    key: 'action',
    header: 'Action',
    narrow: true,
    stays: true,
    card: 'end',
    cell: (item) => <WayTo item={item} action={ATTENTION_WORDS[item.kind].action} />,
  },
];

/** Names the work and the way to it; `scope` is said of what is counted over all programs whatever the switcher says. */
const what = (scope: string): Column<Attention> => ({
  key: 'what',
  header: 'What',
  rowHeader: true,
  cell: (item) => (
    <>
      <WayTo item={item}>
        <b>{item.count.toLocaleString('en-US')}</b> {nounOf(item)}
        {OF_ALL_PROGRAMS.includes(item.kind) && scope}
      </WayTo>
      <span className={classes.why}>{ATTENTION_WORDS[item.kind].why}</span>
    </>
  ),
});

const COLUMNS = [what(''), ...OTHERS];
const IN_PROGRAM = [what(' in all programs'), ...OTHERS];

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
      search={parseSearch(filters)}
      preload={false}
      className={classes.way}
      {...(action !== undefined && { tabIndex: -1, 'aria-hidden': true })}
    >
      {action ?? children}
    </Link>
  );
}
