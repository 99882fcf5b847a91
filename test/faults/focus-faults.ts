/** Where the keyboard would lead, or leave somebody. */
import { type Fault, faultsIn } from './fault.ts';

export const FOCUS_FAULTS: readonly Fault[] = [
  ...faultsIn(
    'features/events/calendar/web/calendar-days.ts',
    'features/events/calendar/web/calendar-days.test.ts',
    [
      [
        'focus: the arrow up goes a day back in a calendar',
        'ArrowUp: (day) => addDays(day, -7)',
        'ArrowUp: (day) => addDays(day, -1)',
      ],
      ['focus: Page Down from the 31st leaps over a month', 'Math.min(date, last)', 'date'],
      [
        'focus: End goes beyond Sunday',
        'addDays(day, 6 - weekdayOf(day))',
        'addDays(day, 7 - weekdayOf(day))',
      ],
      ['focus: a key leaves the years of a calendar', 'goal && DAY.test(goal) ? goal : null', 'goal'],
    ],
  ),
  ...faultsIn('features/events/web/strip/strip-scale.ts', 'features/events/web/strip/strip-scale.test.ts', [
    [
      'focus: an arrow goes beyond the last event of a strip',
      'ids[Math.min(ids.length - 1, Math.max(0, goal))]',
      'ids[Math.max(0, goal)]',
    ],
    [
      'focus: events of a strip are not walked by their start',
      'Date.parse(a.start_at) - Date.parse(b.start_at) || ',
      '',
    ],
  ]),
];
