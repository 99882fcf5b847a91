import { expect, test } from 'vitest';
import { lanesOf, nextOf, placeOf, scaleOf, spanOf, ticksOf } from './strip-scale.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-21T00:00:00Z');

test('the present is always within, and one event of long ago does not press the others together', () => {
  const old = span(-4000, -3990);
  const scale = scaleOf([old, span(-10, 10)], NOW);
  expect(scale.from).toBe(NOW - 366 * DAY);
  expect(placeOf(Date.parse(old.start_at), scale)).toBe(0);
  const empty = scaleOf([], NOW);
  expect(placeOf(NOW, empty)).toBeCloseTo(50);
});

test('spans that overlap take lanes of their own, however many there are', () => {
  const three = [span(0, 10), span(12, 20), span(5, 15)];
  expect(lanesOf(three, scaleOf(three, NOW))).toEqual([0, 0, 1]);
  const many = Array.from({ length: 50 }, (_, index) => span(index, index + 60));
  expect(new Set(lanesOf(many, scaleOf(many, NOW))).size).toBe(50);
});

test('spans that follow on each other do not touch', () => {
  const events = [span(-75, 0), span(0, 75), span(2, 3), span(4, 75)];
  expect(lanesOf(events, scaleOf(events, NOW))).toEqual([0, 1, 0, 2]);
});

test('what is too short to be seen, or lies beyond, does not lie on another as it is drawn', () => {
  const hours = Array.from({ length: 5 }, (_, hour) => span(hour / 24, (hour + 1) / 24));
  const beyond = [span(-900, -800), span(-700, -600), span(800, 900), span(901, 902)];
  const events = [...hours, ...beyond, span(-300, 300)];
  const scale = scaleOf(events, NOW);
  const lanes = lanesOf(events, scale);
  const drawn = events.map((event, index) => ({ lane: lanes[index], ...spanOf(event, scale) }));
  expect(Math.min(...drawn.map(({ start }) => start))).toBeGreaterThanOrEqual(0);
  expect(Math.max(...drawn.map(({ end }) => end))).toBeLessThanOrEqual(100);
  const collisions = drawn.flatMap((one, index) =>
    drawn
      .slice(index + 1)
      .filter((other) => one.lane === other.lane && one.end > other.start && other.end > one.start),
  );
  expect(collisions).toEqual([]);
});

test('the arrows lead from start to start and stop at the ends', () => {
  const events = [
    { id: 1, ...span(5, 9) },
    { id: 2, ...span(1, 20) },
    { id: 3, ...span(5, 6) },
  ];
  expect(['ArrowRight', 'ArrowLeft', 'Home', 'End', 'Enter'].map((key) => nextOf(events, 1, key))).toEqual([
    3,
    2,
    2,
    3,
    null,
  ]);
  expect([nextOf(events, 3, 'ArrowRight'), nextOf(events, 2, 'ArrowLeft')]).toEqual([3, 2]);
  expect(nextOf([], 0, 'Home')).toBeNull();
});

test.each([2, 10, 40, 200, 700])('%i days have at most ten ticks, all within', (days) => {
  const scale = scaleOf([span(-days / 2, days / 2)], NOW);
  const ticks = ticksOf(scale);
  expect(ticks.length).toBeGreaterThan(0);
  expect(ticks.length).toBeLessThanOrEqual(10);
  for (const { at } of ticks) expect(at >= scale.from && at <= scale.to).toBe(true);
});

function span(from: number, to: number) {
  const moment = (days: number) => new Date(NOW + days * DAY).toISOString();
  return { start_at: moment(from), end_at: moment(to) };
}
