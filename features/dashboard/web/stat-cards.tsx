import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useOpenScreens } from '../../../web/screen.ts';
import { linkTo } from '../../../web/ui/link-to.ts';
import { LoadedList } from '../../../web/ui/table/loaded-list.tsx';
import type { Dashboard } from '../contract.ts';
import { CHANGE_DAYS } from '../rules.ts';
import type { DashboardQuery } from './active-users.tsx';
import classes from './stat-cards.module.css';

/** The third is the list that says the same count, beside its deleted rows; none lists members alone. */
const CARDS = [
  ['users', 'Users', '/users'],
  ['instructors', 'Instructors', '/commissions/instructors'],
  ['classes', 'Classes', '/classes'],
  ['members', 'Members', null],
] as const;

export function StatCards({ query }: { query: DashboardQuery }) {
  const { data } = query;
  const open = useOpenScreens();
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
            {CARDS.map(([key, label, list]) => (
              <Card
                key={key}
                label={label}
                list={open.some(({ path }) => path === list) ? list : null}
                {...data[key]}
              />
            ))}
          </dl>
        )}
      </LoadedList>
    </section>
  );
}

type CardProps = { label: string; list: string | null } & Dashboard['users'];

function Card({ label, list, count, change }: CardProps) {
  const counted = count.toLocaleString('en-US');
  const grown = change > 0 ? `+${change.toLocaleString('en-US')}` : 'No change';
  return (
    <div className={classes.card}>
      <dt>{label}</dt>
      <dd className={classes.count}>
        {list ? (
          <Link {...linkTo(list, {})} preload={false} aria-label={`${counted} ${label.toLowerCase()}`}>
            {counted}
          </Link>
        ) : (
          counted
        )}
      </dd>
      <dd className={classes.change} data-some={change > 0 || undefined}>
        {grown} in {CHANGE_DAYS} days
      </dd>
    </div>
  );
}
