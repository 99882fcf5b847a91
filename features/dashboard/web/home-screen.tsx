import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useProgram, useSwitchedProgram } from '../../../web/program/use-program.ts';
import { useMenu } from '../../../web/screen.ts';
import { useMayAccess } from '../../../web/session.tsx';
import { PageHeading } from '../../../web/ui/page-heading.tsx';
import { programsContract } from '../../programs/contract.ts';
import { dashboardContract } from '../contract.ts';
import { ActiveUsers } from './active-users.tsx';
import { AttentionList } from './attention-list.tsx';
import { calls, RENEWED } from './calls.ts';
import { ChartsSkeleton } from './charts-skeleton.tsx';
import classes from './home-screen.module.css';
import { StatCards } from './stat-cards.tsx';

const ProgramCard = lazy(() => import('./program-card.tsx').then((m) => ({ default: m.ProgramCard })));
const ChartsSection = lazy(() => import('./charts-section.tsx').then((m) => ({ default: m.ChartsSection })));
const LatelyTable = lazy(() => import('./lately-table.tsx').then((m) => ({ default: m.LatelyTable })));
const FirstSteps = lazy(() =>
  import('../first-steps/web/first-steps.tsx').then((m) => ({ default: m.FirstSteps })),
);
const FreeMemory = lazy(() => import('./free-memory.tsx').then((m) => ({ default: m.FreeMemory })));

export function HomeScreen() {
  const program_id = useSwitchedProgram();
  const ownOrSwitched = useProgram();
  const query = useQuery({
    ...calls.dashboard.queryOptions({ input: { program_id }, ...RENEWED }),
    placeholderData: keepPreviousData,
  });
  const maySetUp = useMayAccess(programsContract.setProgramAffiliate['~orpc'].meta.access);
  const mayFree = useMayAccess(dashboardContract.freeMemory['~orpc'].meta.access);
  const hasMoney = useMayAccess({ area: 'money' });
  const hasCharts = useMayAccess({ area: ['money', 'users'] });
  const mayDoNothing = useMenu().every(({ group }) => group === 'Dashboard');
  return (
    <>
      <PageHeading title="Dashboard" />
      <Suspense>
        <FirstSteps />
      </Suspense>
      {mayDoNothing ? <p>You don't have access to anything yet. Ask an administrator.</p> : <AttentionList />}
      {hasCharts && (
        <Suspense fallback={<Skeleton height={240} mt="lg" />}>
          <LatelyTable />
        </Suspense>
      )}
      <StatCards query={query} />
      {hasCharts && (
        <Suspense fallback={<ChartsSkeleton wide={hasMoney} />}>
          <ChartsSection />
        </Suspense>
      )}
      <div className={classes.below}>
        <ActiveUsers query={query} />
        {maySetUp && (
          <Suspense fallback={<Skeleton height={150} />}>
            <ProgramCard key={ownOrSwitched} />
          </Suspense>
        )}
      </div>
      {mayFree && (
        <Suspense fallback={<Skeleton height={120} mt="xl" />}>
          <FreeMemory />
        </Suspense>
      )}
    </>
  );
}
