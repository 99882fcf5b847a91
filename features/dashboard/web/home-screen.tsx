import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { apiOf } from '../../../web/api.ts';
import { useMenu } from '../../../web/screen.ts';
import { useMayAccess } from '../../../web/session.tsx';
import { parseSearch } from '../../../web/ui/address.ts';
import { LoadedList } from '../../../web/ui/loaded-list.tsx';
import { PageHeading } from '../../../web/ui/page-heading.tsx';
import { programsContract } from '../../programs/contract.ts';
import { type Attention, dashboardContract } from '../contract.ts';
import { ATTENTION_WORDS } from './attention-words.ts';
import classes from './home-screen.module.css';

const api = apiOf({ dashboard: dashboardContract });

const ProgramCard = lazy(() => import('./program-card.tsx').then((m) => ({ default: m.ProgramCard })));

/** Where a day starts: what waits for somebody, of what this person may see (specification: Home). */
export function HomeScreen() {
  const query = useQuery(api.dashboard.attention.queryOptions({ input: {}, staleTime: 0 }));
  const items = query.data?.items ?? [];
  const maySetUp = useMayAccess(programsContract.setProgramAffiliate['~orpc'].meta.access);
  const mayDoNothing = useMenu().every(({ group }) => group === 'Home');
  return (
    <>
      <PageHeading title="Home" />
      {mayDoNothing ? (
        <p>This account holds no permission yet. Ask whoever manages the admin users.</p>
      ) : (
        <section aria-labelledby="needs-attention" className={classes.attention}>
          <h2 id="needs-attention">Needs attention</h2>
          <LoadedList
            query={query}
            isEmpty={items.length === 0}
            skeleton={<Skeleton height={104} />}
            nothingYet="Nothing waits for you"
          >
            <ul className={classes.items}>
              {items.map((item) => (
                <Item key={item.kind} {...item} />
              ))}
            </ul>
          </LoadedList>
        </section>
      )}
      {maySetUp && (
        <Suspense fallback={<Skeleton height={150} maw="26rem" mt="xl" />}>
          <ProgramCard />
        </Suspense>
      )}
    </>
  );
}

function Item({ kind, count, link }: Attention) {
  const { noun, why } = ATTENTION_WORDS[kind];
  const [to = '/', filters = ''] = link.split('?');
  return (
    <li>
      <Link to={to} search={{ ...parseSearch(filters) }} className={classes.item} preload={false}>
        <span className={classes.count}>{count.toLocaleString('en-US')}</span>
        <span>{noun[count === 1 ? 0 : 1]}</span>
      </Link>
      <Text size="sm" c="dimmed">
        {why}
      </Text>
    </li>
  );
}
