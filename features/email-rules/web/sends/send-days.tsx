import { Button, Title } from '@mantine/core';
import { useState } from 'react';
import { inUtcDays } from '../../../../web/ui/dates.ts';
import type { Column } from '../../../../web/ui/table/column.ts';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import type { SendDay } from '../../contract.ts';
import { type SendState, STATE_LABELS } from '../rule-words.ts';
import classes from './sends.module.css';

const AT_FIRST = 5;

export function SendDays({ days }: { days: readonly SendDay[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? days : days.slice(0, AT_FIRST);
  return (
    <section aria-label="By day" className={classes.days}>
      <Title order={2} mb="xs">
        By day
      </Title>
      <DataTable
        caption="Emails by day"
        columns={COLUMNS}
        rows={shown}
        rowKey={({ day }) => day}
        nothingYet="No emails sent in these days"
        purpose="Counts the emails that this rule sent on each day."
      />
      {days.length > AT_FIRST && (
        <Button size="xs" variant="default" mt="xs" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${days.length} days`}
        </Button>
      )}
    </section>
  );
}

function countOf({ queued, sent, refused, unknown }: SendDay): number {
  return queued + sent + refused + unknown;
}

function stateColumn(state: SendState): Column<SendDay> {
  return {
    key: state,
    header: STATE_LABELS[state],
    numeric: true,
    narrow: true,
    cell: (day) => day[state].toLocaleString('en-US'),
  };
}

const COLUMNS: Column<SendDay>[] = [
  {
    key: 'day',
    header: 'Day (UTC)',
    rowHeader: true,
    cell: ({ day }) => <time dateTime={day}>{inUtcDays.format(new Date(day))}</time>,
  },
  ...(['sent', 'queued', 'refused', 'unknown'] as const).map(stateColumn),
  {
    key: 'all',
    header: 'All',
    numeric: true,
    narrow: true,
    cell: (day) => countOf(day).toLocaleString('en-US'),
  },
];
