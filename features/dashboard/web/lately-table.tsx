import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSwitchedProgram } from '../../../web/program/use-program.ts';
import type { Column } from '../../../web/ui/table/column.ts';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import type { Lately, LatelyKind } from '../contract.ts';
import { Amounts } from './amounts.tsx';
import classes from './attention-list.module.css';
import { calls, RENEWED } from './calls.ts';

export function LatelyTable() {
  const program_id = useSwitchedProgram();
  const query = useQuery({
    ...calls.lately.queryOptions({ input: { program_id }, ...RENEWED }),
    placeholderData: keepPreviousData,
  });
  const { periods, items = [] } = query.data ?? {};
  return (
    <section aria-labelledby="lately" className={classes.attention}>
      <h2 id="lately">Last days</h2>
      <DataTable
        caption="Last days"
        columns={[DAYS, ...items.map(columnOf)]}
        rows={periods?.map((period, index) => ({ ...period, index }))}
        rowKey={({ days }) => days}
        query={query}
        pageSize={3}
        nothingYet="No figures yet"
        purpose="Sales, refunds and new users of today, 7 and 30 days."
      />
    </section>
  );
}

type Item = Lately['items'][number];
type Period = Lately['periods'][number] & { index: number };

const NAMES: Record<LatelyKind, string> = { sales: 'Sales', refunds: 'Refunds', new_users: 'New users' };

const DAYS: Column<Period> = {
  key: 'days',
  header: 'Days',
  rowHeader: true,
  cell: ({ days }) => (days === 1 ? 'Today' : `${days} days`),
};

function columnOf({ kind, in: found }: Item, place: number): Column<Period> {
  return {
    key: kind,
    header: NAMES[kind],
    numeric: true,
    priority: -place,
    card: 'line',
    cell: ({ index, dates }) => found[index] && <Figure kind={kind} dates={dates} {...found[index]} />,
  };
}

type FigureProps = { kind: LatelyKind; dates: string } & Item['in'][number];

/** A count with its sums; that of sales leads to them. No list has refunds or new users of certain days alone. */
function Figure({ kind, dates, count, amounts }: FigureProps) {
  const counted = <b>{count.toLocaleString('en-US')}</b>;
  return (
    <>
      {kind === 'sales' && count > 0 ? (
        <Link to="/transactions" search={{ dates }} preload={false} className={classes.way}>
          {counted}
        </Link>
      ) : (
        counted
      )}
      {amounts.length > 0 && (
        <>
          {' '}
          <span className={classes.sums}>
            <Amounts amounts={amounts} />
          </span>
        </>
      )}
    </>
  );
}
