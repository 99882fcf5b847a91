import { Skeleton } from '@mantine/core';
import { LoadedList } from '../../../web/ui/table/loaded-list.tsx';
import type { Dashboard } from '../contract.ts';
import { CHANGE_DAYS } from '../rules.ts';
import type { DashboardQuery } from './active-users.tsx';
import classes from './stat-cards.module.css';

const CARDS = [
  ['users', 'Users'],
  ['instructors', 'Instructors'],
  ['classes', 'Classes'],
  ['members', 'Members'],
] as const;

/** Current totals, and how many of each are new. */
export function StatCards({ query }: { query: DashboardQuery }) {
  const { data } = query;
  return (
    <section aria-label="Counts" className={classes.counts}>
      <LoadedList
        query={query}
        isEmpty={false}
        nothingYet=""
        skeleton={
          <div className={classes.cards}>
            {CARDS.map(([key]) => (
              <Skeleton key={key} height={100} />
            ))}
          </div>
        }
      >
        {data && (
          <dl className={classes.cards}>
            {CARDS.map(([key, label]) => (
              <Card key={key} label={label} {...data[key]} />
            ))}
          </dl>
        )}
      </LoadedList>
    </section>
  );
}

function Card({ label, count, change }: { label: string } & Dashboard['users']) {
  const grown = change > 0 ? `+${change.toLocaleString('en-US')}` : 'No change';
  return (
    <div className={classes.card}>
      <dt>{label}</dt>
      <dd className={classes.count}>{count.toLocaleString('en-US')}</dd>
      <dd className={classes.change} data-some={change > 0 || undefined}>
        {grown} in {CHANGE_DAYS} days
      </dd>
    </div>
  );
}
