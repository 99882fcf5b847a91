import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { ProgramFilter } from '../../../../web/parts/program-select.tsx';
import {
  addressChoice,
  addressId,
  addressMatching,
  addressPage,
  useAddress,
} from '../../../../web/ui/address.ts';
import { PageHeading } from '../../../../web/ui/page-heading.tsx';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import { CalendarBar } from './calendar-bar.tsx';
import { DAY, dayOf, MONTH, monthOf, weeksOf } from './calendar-days.ts';
import { calendarEvents } from './calendar-events.ts';
import { CalendarList } from './calendar-list.tsx';
import { CalendarMonth } from './calendar-month.tsx';
import { monthName, ZONE } from './calendar-words.ts';

const DayDialog = lazy(() =>
  import('./calendar-day-dialog.tsx').then((m) => ({ default: m.CalendarDayDialog })),
);

const schema = {
  page: addressPage,
  month: addressMatching(MONTH),
  view: addressChoice(['list']),
  program_id: addressId,
  day: addressMatching(DAY),
};

export function CalendarScreen() {
  const { state, change, openDialog, closeDialog } = useAddress(schema);
  const { view, program_id, day } = state;
  const [today] = useState(() => dayOf(new Date()));
  const month = state.month || monthOf(day || today);
  const days = weeksOf(month).flat();
  const query = useQuery(calendarEvents(days.at(0) ?? today, days.at(-1) ?? today, program_id));
  const { events, missing = 0 } = query.data ?? {};

  return (
    <>
      <PageHeading title="Calendar" />
      <CalendarBar
        month={month}
        today={today}
        view={view ?? 'month'}
        loading={query.isFetching}
        onMonth={(chosen) => change({ month: chosen })}
        onView={(chosen) => change({ view: chosen === 'list' ? 'list' : undefined })}
      >
        <ProgramFilter value={program_id} onChange={(chosen) => change({ program_id: chosen })} />
      </CalendarBar>
      <Text size="sm" c="dimmed" mb="xs">
        Shown in your time zone, {ZONE}.
      </Text>
      {missing > 0 && (
        <Alert color="yellow" variant="outline" role="status" mb="xs">
          {missing.toLocaleString('en-US')} later events around {monthName(month)} are not shown. Choose a
          program to see fewer.
        </Alert>
      )}
      {view === 'list' ? (
        <CalendarList
          month={month}
          events={events ?? []}
          query={query}
          page={state.page}
          filtered={program_id > 0}
          onWiden={program_id > 0 ? () => change({ program_id: 0 }) : undefined}
        />
      ) : (
        <>
          {query.error && (
            <LoadError
              error={query.error}
              onRetry={() => void query.refetch()}
              above={query.data !== undefined}
            />
          )}
          <CalendarMonth
            month={month}
            today={today}
            events={events}
            loading={query.isPending}
            onMonth={(chosen) => change({ month: chosen })}
            onOpenDay={(chosen) => openDialog({ day: chosen, month })}
          />
        </>
      )}
      <Suspense>
        {days.includes(day) && (
          <DayDialog day={day} events={events ?? []} query={query} onClose={() => closeDialog({ day: '' })} />
        )}
      </Suspense>
    </>
  );
}
