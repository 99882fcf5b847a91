/** Schemas of the values that many payloads share. Specification: Wire conventions. */
import { z } from 'zod';
import { trimmed } from './blank.ts';
import { displayOrderOf } from './coercions.ts';
import { SOURCES } from './sites/sources.ts';

const MAX_ID = 2_147_483_647;
const MAX_AMOUNT = 10_000_000_000_000;

export const id = wholeNumber(1, MAX_ID);

/** A program in a body: 0 is the global site. */
export const programId = wholeNumber(0, MAX_ID);

/** An image in a body: 0 takes it away. */
export const imageId = wholeNumber(0, MAX_ID);

/** A whole number from `min` to `max`, both included. Refused once, with the reason; a missing one is left to the form's own message. */
export function wholeNumber(min: number, max: number) {
  const least = min === 0 ? 'must not be negative' : `must be at least ${min.toLocaleString('en-US')}`;
  const most = atMost(max);
  // What no integer of JavaScript can hold breaks the type before it breaks the limit.
  const words: Record<string, string> = { too_small: least, too_big: most };
  return z
    .int({
      abort: true,
      error: ({ code, input }) => (input == null ? undefined : (words[code] ?? 'must be a whole number')),
    })
    .min(min, least)
    .max(max, most);
}

export function atMost(max: number): string {
  return `must be at most ${max.toLocaleString('en-US')}`;
}

/** An integer in an address: typed callers give a number, the wire gives digits. */
function wireInteger(min: number, fallback?: number, max = MAX_ID) {
  // -0 is 0; more digits would be no number any more.
  const digits = z
    .string()
    .regex(/^-?\d{1,308}$/)
    .transform((value) => Number(value) + 0);
  const checked = z
    .union([z.number(), digits], { error: 'must be a whole number' })
    .pipe(wholeNumber(min, max));
  return fallback === undefined
    ? checked
    : (z.preprocess(
        (value: unknown) => (value === '' ? fallback : value),
        checked,
      ) as unknown as typeof checked);
}

export const pathId = wireInteger(1);

export const page = wireInteger(1, 1).optional().default(1);

/** The number of rows that a caller asks for at a time, `fallback` unless told. */
export function limitUpTo(most: number, fallback: number) {
  return wireInteger(1, fallback, most).optional().default(fallback);
}

/** The program filter of a list; none, empty and 0 all mean every program the caller may see. */
export const programFilter = wireInteger(0, 0).optional().default(0);

/** The owner of a group in an address: an id, or 0 for the site. */
export const ownerId = wireInteger(0);

export const idFilter = integerFilter(1);

/** Like `idFilter`, with 0 for the site's own. */
export const ownerFilter = integerFilter(0);

function integerFilter(min: number) {
  // Digits come in by the wire alone: who calls with types gives what they will be.
  return optional(wireInteger(min).optional() as z.ZodType<number | undefined, number | undefined>);
}

/** Id of a row: the page that holds it is returned instead of `page`, where it matches. */
export const pageOfRow = integerFilter(1);

/** Fields of a list's answer: the number of matches, and the page on which `page_of` was found. */
export const counted = { count: z.int(), page: z.int().optional() };

/** Ids in a query, at least one, separated by commas. */
export function idsInQuery(max: number) {
  return z
    .string()
    .regex(/^\d{1,15}(,\d{1,15})*$/, 'must be ids separated by commas')
    .transform((value) => value.split(',').map(Number))
    .pipe(z.array(id).min(1).max(max));
}

/** Major units of a currency, not below 0. */
export const amountFilter = optional(
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^-?\d{1,308}(\.\d{1,13})?$/)
          .transform((value) => Number(value) + 0),
      ],
      { error: 'must be an amount' },
    )
    .pipe(z.number().min(0, 'must not be negative').max(MAX_AMOUNT, atMost(MAX_AMOUNT)))
    // As of `integerFilter`.
    .optional() as unknown as z.ZodType<number | undefined, number | undefined>,
);

/** Text that PostgreSQL can hold: no NUL, no half of a surrogate pair. */
export function text(max: number) {
  return z
    .string()
    .max(max)
    .refine(
      (value) => !value.includes('\0') && value.isWellFormed(),
      'contains a character that cannot be stored',
    );
}

/** {@link text} trimmed, and empty where nothing is visible: `.min(1)` refuses it then. */
export function trimmedText(max: number) {
  return text(max).overwrite(trimmed);
}

/** {@link trimmedText} for one line of a mail header: line breaks, and characters that reverse the text, are refused. */
export function oneLine(max: number) {
  return trimmedText(max).refine(
    (value) => !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(value),
    'must be one line',
  );
}

export const textFilter = text(200).trim().optional().default('');

/** A filter by a flag: set, not set, or any. */
export const tickFilter = z.enum(['', '0', '1']).optional().default('');

/** A filter by where a fact came from. */
export const sourceFilter = z
  .enum(['', ...SOURCES])
  .optional()
  .default('');

/** A checkbox, sent as true and false or as 1 and 0. */
export const flag = z
  .union([z.boolean(), z.literal([0, 1])], { error: 'must be true or false' })
  .transform(Boolean);

/** A display order in a program, coerced from any value, which is required. 0 means no place, and sorts last. */
export const displayOrder = z.union([z.number(), z.string(), z.null()]).transform(displayOrderOf);

export const email = trimmedText(254).toLowerCase().pipe(z.email());

export const percentage = z.number().min(0).max(100).refine(hasTwoDecimals, 'must have at most two decimals');

/** Two days, both included, in UTC, the first not after the last: `2026-01-01,2026-01-31`. */
export const dates = z
  .string()
  .regex(/^(\d{4}-\d{2}-\d{2},\d{4}-\d{2}-\d{2})?$/, {
    error: 'must be YYYY-MM-DD,YYYY-MM-DD',
    abort: true,
  })
  .refine((value) => value === '' || value.split(',').every(isDay), {
    error: 'must have two valid days',
    abort: true,
  })
  .refine((value) => value.slice(0, 10) <= value.slice(11), 'The first day is after the last')
  .optional()
  .default('');

export const moment = z.iso.datetime();

/** A moment sent by a caller, in any zone; passed on in UTC, because PostgreSQL has no year 0 and knows fewer offsets. */
export const namedMoment = z.iso
  .datetime({ offset: true })
  .refine(isWithinCalendar, 'must lie between the years 1 and 9999')
  .transform((value) => new Date(value).toISOString());

/** The `updated_at` that a save may carry back (specification: Wire conventions): stale means 409, none means no check. */
export const updatedAt = z.iso.datetime({ offset: true }).optional();

export const sortDest = optional(z.enum(['asc', 'desc']).optional());

export function sortBy<const Columns extends readonly [string, ...string[]]>(columns: Columns) {
  return optional(z.enum(columns).optional());
}

export function optional<Value>(schema: z.ZodType<Value, Value>) {
  const filled = z.preprocess((value: unknown) => (value === '' ? undefined : value), schema);
  return (filled as z.ZodType<Value, Value>).optional();
}

export function hasTwoDecimals(value: number): boolean {
  return Math.abs(value * 100 - Math.round(value * 100)) < 1e-7 * Math.max(1, Math.abs(value));
}

function isWithinCalendar(value: string): boolean {
  const year = new Date(value).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

function isDay(day: string): boolean {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const parsed = new Date(Date.UTC(year, month - 1, date));
  return year > 0 && parsed.getUTCMonth() === month - 1 && parsed.getUTCDate() === date;
}
