import { type Currency, formatMajor, toMinor } from '../../../../core/money.ts';
import { inUtcDays } from '../../../../web/ui/dates.ts';
import type { MembershipPool } from '../contract.ts';

export type Payable =
  | { dates: string; currency: Currency; split_amount: number }
  /** `amount` is true where only the amount is missing; otherwise nothing of these days can be paid. */
  | { against: string; amount?: true };

/** The range of the list; until its answer has arrived, only the days are known. */
type Range = { dates: string; pool?: MembershipPool | null; overlaps?: MembershipPool | null };

const DAY_MS = 86_400_000;

export const NOT_COME = 'Loading…';

export function payableOf(
  { dates, pool, overlaps }: Range,
  { split, currency, now = new Date() }: { split: number | null; currency: Currency; now?: Date },
): Payable {
  const [, last = ''] = dates.split(',');
  const day = new Date(last);
  // What an address names need not be a day.
  if (day.getTime() >= Date.parse(now.toISOString().slice(0, 10)))
    return {
      against: `This period ends ${inUtcDays.format(day)}. You can pay it from ${inUtcDays.format(new Date(day.getTime() + DAY_MS))} (UTC).`,
    };
  if (pool === undefined || overlaps === undefined) return { against: NOT_COME };
  if (overlaps) return { against: `These dates overlap a paid period: ${poolWords(overlaps)}.` };
  if (pool) return { dates, currency: pool.currency as Currency, split_amount: pool.split_amount };
  return split === null || split === 0
    ? { against: 'Enter the amount to split.', amount: true }
    : { dates, currency, split_amount: split };
}

/** Returns the default range: the last whole month before `now`, in UTC. */
export function lastMonthOf(now = new Date()): string {
  const day = (month: number, date: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), month, date)).toISOString().slice(0, 10);
  return `${day(now.getUTCMonth() - 1, 1)},${day(now.getUTCMonth(), 0)}`;
}

/** Describes a pool: "Oct 1 – 31, 2026, split of USD 5,000.00". */
export function poolWords({ dates, split_amount, currency }: MembershipPool): string {
  const [first = '', last = first] = dates.split(',');
  const days = inUtcDays.formatRange(new Date(first), new Date(last));
  return `${days}, split of ${formatMajor(split_amount, currency)}`;
}

/** Describes counts: "15,658 attendances: 9,000 live, 6,658 recordings": a member who came twice counts twice. */
export function attendancesOf({ live, recordings }: { live: number; recordings: number }): string {
  const all = live + recordings;
  const [sum, of, rest] = [all, live, recordings].map((part) => part.toLocaleString('en-US'));
  return `${sum} ${all === 1 ? 'attendance' : 'attendances'}: ${of} live, ${rest} ${recordings === 1 ? 'recording' : 'recordings'}`;
}

/** Parses a typed amount to major units; null where it is none. Accepts comma and point. */
export function typedSplit(typed: string, currency: Currency): number | null {
  const text = typed.trim().replace(/^(\d+),(\d{1,2})$/, '$1.$2');
  return toMinor(text, currency) === null ? null : Number(text);
}

export type Beside = {
  dates: string;
  payable: Payable;
};
