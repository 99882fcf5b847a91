import type { Event } from '../../contract.ts';

type Spanning = Pick<Event, 'start_at' | 'end_at'>;

const DAY_MS = 86_400_000;
const REACH = 366 * DAY_MS;
const STEPS_IN_DAYS = [1, 2, 7, 14] as const;
const STEPS_IN_MONTHS = [1, 2, 3, 6, 12, 24] as const;
const MOST_TICKS = 7;
const LEAST_WIDTH = 1.2;
/** Percent of the scale between two bars on one lane: closer ones would look like one. */
const LEAST_GAP = 2 / 3;

export type Scale = { from: number; to: number };

/** Returns the scale in milliseconds, limited to a year on either side of now, or one old event would squeeze the others. */
export function scaleOf(events: readonly Spanning[], now: number): Scale {
  const from = Math.min(now - DAY_MS, ...events.map(({ start_at }) => Date.parse(start_at)));
  const to = Math.max(now + DAY_MS, ...events.map(({ end_at }) => Date.parse(end_at)));
  const margin = (to - from) / 50;
  return { from: Math.max(from - margin, now - REACH), to: Math.min(to + margin, now + REACH) };
}

/** Returns the place of a moment in percent of the scale; at the edge where it lies beyond. */
export function placeOf(moment: number, { from, to }: Scale): number {
  return Math.min(100, Math.max(0, ((moment - from) / (to - from)) * 100));
}

/** Returns start and end of a bar in percent of the scale, wide enough to be seen and clicked, also where the event lies beyond. */
export function spanOf({ start_at, end_at }: Spanning, scale: Scale): { start: number; end: number } {
  const start = Math.min(placeOf(Date.parse(start_at), scale), 100 - LEAST_WIDTH);
  return { start, end: Math.max(placeOf(Date.parse(end_at), scale), start + LEAST_WIDTH) };
}

/** Puts each bar on the first free lane: none overlaps or touches another. */
export function lanesOf(events: readonly Spanning[], scale: Scale): number[] {
  const order = events
    .map((event, index) => ({ index, ...spanOf(event, scale) }))
    .toSorted((a, b) => a.start - b.start);
  const ends: number[] = [];
  const lanes: number[] = [];
  for (const { index, start, end } of order) {
    const free = ends.findIndex((busyUntil) => busyUntil <= start);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = end + LEAST_GAP;
    lanes[index] = lane;
  }
  return lanes;
}

/** Returns the id that a key leads to, in the order of the starts; null for other keys. */
export function nextOf(
  events: readonly (Spanning & { id: number })[],
  id: number,
  key: string,
): number | null {
  const ids = events
    .toSorted((a, b) => Date.parse(a.start_at) - Date.parse(b.start_at) || a.id - b.id)
    .map((event) => event.id);
  const at = ids.indexOf(id);
  const goals: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: ids.length - 1,
  };
  const goal = goals[key];
  return goal === undefined ? null : (ids[Math.min(ids.length - 1, Math.max(0, goal))] ?? null);
}

/** Returns at most seven days or firsts of months, in the local zone, in milliseconds. */
export function ticksOf({ from, to }: Scale): { at: number; wholeMonths: boolean }[] {
  const days = (to - from) / DAY_MS;
  const step = STEPS_IN_DAYS.find((length) => days / length <= MOST_TICKS);
  const months = STEPS_IN_MONTHS.find((length) => days / 30 / length <= MOST_TICKS) ?? 60;
  const first = new Date(from);
  const at = (index: number) =>
    step
      ? new Date(first.getFullYear(), first.getMonth(), first.getDate() + index * step)
      : new Date(first.getFullYear(), first.getMonth() - (first.getMonth() % months) + index * months, 1);
  return Array.from({ length: MOST_TICKS + 3 }, (_tick, index) => at(index).getTime())
    .filter((moment) => moment >= from && moment <= to)
    .map((moment) => ({ at: moment, wholeMonths: !step }));
}
