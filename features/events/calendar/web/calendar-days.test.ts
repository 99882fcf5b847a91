import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addMonths,
  DAY,
  datesOf,
  eventsWithin,
  goalOf,
  MONTH,
  piecesOf,
  spanOf,
  weeksOf,
} from './calendar-days.ts';

const at = (start_at: string, end_at: string, id = 1) => ({ id, start_at, end_at });
const NOVEMBER = weeksOf('2026-11');
const zone = process.env.TZ;

beforeAll(() => {
  process.env.TZ = 'America/New_York';
});
afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe('the weeks of a month', () => {
  test('begin on Monday and hold every day of it once', () => {
    expect(NOVEMBER.map((week) => week[0])).toEqual([
      '2026-10-26',
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
    ]);
    expect(weeksOf('2027-02')).toHaveLength(4);
    for (let month = '2024-01-01'; month < '2029-01-01'; month = addMonths(month, 1)) {
      const days = weeksOf(month.slice(0, 7)).flat();
      expect(days.filter((day) => day.startsWith(month.slice(0, 7)))).toHaveLength(
        new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate(),
      );
      expect(new Set(days).size).toBe(days.length);
    }
  });
});

describe('the days of an event', () => {
  test('are those of the reader, not of UTC', () => {
    expect(spanOf(at('2026-11-20T02:00:00Z', '2026-11-21T04:00:00Z'))).toEqual({
      first: '2026-11-19',
      last: '2026-11-20',
    });
  });

  test('end before the midnight at which it is over', () => {
    expect(spanOf(at('2026-11-20T05:00:00Z', '2026-11-21T05:00:00Z')).last).toBe('2026-11-20');
    expect(spanOf(at('2026-11-20T05:00:00Z', '2026-11-21T05:00:00.001Z')).last).toBe('2026-11-21');
  });

  test('are asked for by every day of UTC that they touch, over a change of the clock too', () => {
    expect(datesOf('2026-11-20', '2026-11-20')).toBe('2026-11-20,2026-11-21');
    expect(datesOf('2026-10-26', '2026-12-06')).toBe('2026-10-26,2026-12-07');
  });
});

describe('where a key leads', () => {
  test.each([
    ['ArrowLeft', '2026-10-31'],
    ['ArrowRight', '2026-11-02'],
    ['ArrowUp', '2026-10-25'],
    ['ArrowDown', '2026-11-08'],
    ['Home', '2026-10-26'],
    ['End', '2026-11-01'],
    ['PageUp', '2026-10-01'],
    ['PageDown', '2026-12-01'],
  ])('%s', (key, goal) => expect(goalOf('2026-11-01', key, false)).toBe(goal));

  test('a year with Shift, the last day of a shorter month, nowhere past the years there are', () => {
    expect(goalOf('2024-02-29', 'PageDown', true)).toBe('2025-02-28');
    expect(goalOf('2026-03-31', 'PageUp', false)).toBe('2026-02-28');
    expect(goalOf('2000-01-01', 'ArrowLeft', false)).toBeNull();
    expect(goalOf('2199-12-31', 'PageDown', false)).toBeNull();
    expect(goalOf('2026-11-01', 'x', false)).toBeNull();
  });

  test('the address takes months and days alone', () => {
    for (const month of ['2026-00', '2026-13', '1999-12', '2026-1', '']) expect(month).not.toMatch(MONTH);
    for (const day of ['2026-11-00', '2026-11-32', '2200-01-01']) expect(day).not.toMatch(DAY);
  });
});

describe('the lines of a week', () => {
  const week = NOVEMBER[3] ?? [];
  const noon = (day: number) => `2026-11-${day}T17:00:00Z`;
  const shape = (events: ReturnType<typeof at>[]) =>
    piecesOf(week, events).map(({ event, column, days, line }) => [event.id, column, days, line]);

  test('hold what spans days, cut at the ends of the week', () => {
    expect(shape([at(noon(10), noon(28), 1)])).toEqual([[1, 0, 7, 0]]);
    expect(shape([at(noon(18), noon(28), 1)])).toEqual([[1, 2, 5, 0]]);
    expect(shape([at(noon(10), noon(17), 1)])).toEqual([[1, 0, 2, 0]]);
    expect(shape([at(noon(10), noon(14), 1), at(noon(23), noon(24), 2)])).toEqual([]);
  });

  test('of events alike the first made stands first, however they come', () => {
    expect(shape([at(noon(16), noon(17), 2), at(noon(16), noon(17), 1)])).toEqual([
      [1, 0, 2, 0],
      [2, 0, 2, 1],
    ]);
  });

  test('never hold two events on one day, and are used again as soon as they are free', () => {
    expect(
      shape([
        at(noon(16), noon(17), 1),
        at(noon(17), noon(19), 2),
        at(noon(18), noon(18), 3),
        at(noon(16), noon(20), 4),
      ]),
    ).toEqual([
      [4, 0, 5, 0],
      [1, 0, 2, 1],
      [2, 1, 3, 2],
      [3, 2, 1, 1],
    ]);
  });

  test('give what begins or ends in the week the first lines, before what only runs through it', () => {
    expect(
      shape([
        at(noon(10), noon(28), 1),
        at(noon(11), noon(29), 2),
        at(noon(10), noon(17), 3),
        at(noon(20), noon(28), 4),
      ]),
    ).toEqual([
      [3, 0, 2, 0],
      [4, 4, 3, 0],
      [1, 0, 7, 1],
      [2, 0, 7, 2],
    ]);
  });

  test('an event that ends as it begins has its day', () => {
    expect(shape([at(noon(18), noon(18), 1)])).toEqual([[1, 2, 1, 0]]);
    expect(eventsWithin([at(noon(18), noon(18), 1)], '2026-11-18', '2026-11-18')).toHaveLength(1);
  });
});
