import { ActionIcon, Button, Loader, SegmentedControl, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './calendar-bar.module.css';
import { addMonths, type Day, MONTH, type Month, monthOf } from './calendar-days.ts';
import { monthName } from './calendar-words.ts';

const VIEWS = [
  { value: 'month', label: 'Month' },
  { value: 'list', label: 'List' },
];

type CalendarBarProps = {
  month: Month;
  today: Day;
  view: 'month' | 'list';
  loading: boolean;
  /** '' for the current month, also when the address is opened again later. */
  onMonth: (month: Month) => void;
  onView: (view: string) => void;
  children: ReactNode;
};

export function CalendarBar({ month, today, view, loading, onMonth, onView, children }: CalendarBarProps) {
  const step = (months: number) => monthOf(addMonths(`${month}-01`, months));
  return (
    <div className={classes.bar}>
      <div className={classes.months}>
        <ActionIcon.Group>
          <MonthButton label="Previous month" goal={step(-1)} onMonth={onMonth}>
            <IconChevronLeft size={16} aria-hidden />
          </MonthButton>
          <MonthButton label="Next month" goal={step(1)} onMonth={onMonth}>
            <IconChevronRight size={16} aria-hidden />
          </MonthButton>
        </ActionIcon.Group>
        <Button
          variant="default"
          size="sm"
          px="sm"
          disabled={month === monthOf(today)}
          onClick={() => onMonth('')}
        >
          Today
        </Button>
        <Title order={2} id="month" aria-live="polite" className={classes.month}>
          {monthName(month)}
        </Title>
        <span role="status" aria-label={loading ? 'Loading events' : undefined} className={classes.loading}>
          {loading && <Loader size="sm" type="dots" />}
        </span>
      </div>
      <search aria-label="Filters" className={classes.filters}>
        {children}
      </search>
      <SegmentedControl
        aria-label="View"
        className={classes.views}
        data={VIEWS}
        value={view}
        onChange={onView}
      />
    </div>
  );
}

type MonthButtonProps = Pick<CalendarBarProps, 'onMonth'> & {
  label: string;
  goal: Month;
  children: ReactNode;
};

function MonthButton({ label, goal, onMonth, children }: MonthButtonProps) {
  return (
    <ActionIcon
      variant="default"
      size="input-sm"
      aria-label={label}
      title={label}
      disabled={!MONTH.test(goal)}
      onClick={() => onMonth(goal)}
    >
      {children}
    </ActionIcon>
  );
}
