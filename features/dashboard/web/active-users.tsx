import { Anchor, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { addressOf } from '../../../web/parts/records/record-pages.ts';
import { linkTo } from '../../../web/ui/link-to.ts';
import { type ListQuery, LoadedList } from '../../../web/ui/table/loaded-list.tsx';
import type { Dashboard } from '../contract.ts';
import { ACTIVE_MINUTES } from '../rules.ts';
import classes from './active-users.module.css';

export type DashboardQuery = ListQuery & { data: Dashboard | undefined };

export function ActiveUsers({ query }: { query: DashboardQuery }) {
  const { active_users = [], active_users_count = 0 } = query.data ?? {};
  const left = active_users_count - active_users.length;
  return (
    <section aria-labelledby="active-users" className={classes.box}>
      <h2 id="active-users">Active users</h2>
      <LoadedList query={query} isEmpty={false} nothingYet="" skeleton={<Skeleton height={110} mt="xs" />}>
        <Text size="sm" c="dimmed">
          {said(active_users_count)} in the last {ACTIVE_MINUTES} minutes
        </Text>
        {active_users.length > 0 && (
          <ul className={classes.users}>
            {active_users.map(({ id, full_name }) => (
              <li key={id}>
                <Anchor
                  component={Link}
                  {...linkTo(addressOf('user', id), {})}
                  size="sm"
                  title={full_name}
                  dir="auto"
                >
                  {full_name}
                </Anchor>
                <span className={classes.id}>#{id}</span>
              </li>
            ))}
          </ul>
        )}
        {active_users.length > 0 && left > 0 && (
          <Text size="sm" mt={6}>
            and {left.toLocaleString('en-US')} more
          </Text>
        )}
      </LoadedList>
    </section>
  );
}

function said(count: number): string {
  if (count === 0) return 'No one online';
  return `${count.toLocaleString('en-US')} online`;
}
