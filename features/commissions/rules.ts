/** The rules of a group of rows, shared by browser and server. Specification: Commission rows. */

import { type Actor, mayAccess } from '../../core/access.ts';
import { isBlank } from '../../core/blank.ts';
import { decimalsOf } from '../../core/money.ts';
import { fromHundredths, toHundredths } from '../../core/percent.ts';
import { withoutEnd } from '../../core/without-end.ts';

export const PLATFORM = 0;
export const PROGRAM = 1;
export const REFERRAL = 2;
export const CODE = 3;
export const INSTRUCTOR = 4;
export const TYPES = [PLATFORM, PROGRAM, REFERRAL, CODE, INSTRUCTOR] as const;
export type CommissionType = (typeof TYPES)[number];

export const TYPE_LABELS: Record<CommissionType, string> = {
  [PLATFORM]: 'Platform',
  [PROGRAM]: 'Program',
  [REFERRAL]: 'Referral',
  [CODE]: 'Referral code',
  [INSTRUCTOR]: 'Instructor',
};

export const LEVELS = ['site', 'program', 'instructor', 'class'] as const;
export type LevelName = (typeof LEVELS)[number];

/** Returns the database's number of a level, 0 site to 3 class; the higher number wins. */
export function levelNumber(level: LevelName): number {
  return LEVELS.indexOf(level);
}

export function levelName(level: number): LevelName {
  const name = LEVELS[level];
  if (!name) throw new RangeError(`there is no level ${level}`);
  return name;
}

export const DISCOUNT_TYPES = ['amount', 'percent'] as const;
export type DiscountType = (typeof DISCOUNT_TYPES)[number];

export const DISCOUNT_CURRENCY = 'USD';

export const PROGRAM_NOT_SET = 'Instructor programID is not set';
export const SAVED = 'Success!';

/** Returns the message after a save with update; `delay` in seconds. */
export function savedWithUpdate(delay: number): string {
  return `Success! Commissions will be updated in ${aboutDelay(delay)}`;
}

/** Returns a delay in words: "about 5 minutes". */
export function aboutDelay(seconds: number): string {
  if (seconds < 1) return 'a moment';
  const [size, unit] = seconds < 60 ? [1, 'second'] : seconds < 3_600 ? [60, 'minute'] : [3_600, 'hour'];
  const count = Math.round(seconds / size);
  return `about ${count === 1 ? (unit === 'hour' ? 'an' : 'a') : count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The fields the rules check; `commission` is a percentage with at most two decimals. */
export type RuleRow = {
  type: CommissionType;
  commission: number;
  referrer_id?: number | null;
  code?: string | null;
  discount?: number | null;
  discount_type?: DiscountType | null;
  first_name?: string | null;
  last_name?: string | null;
};

/** A broken rule; `row` is the index of the row, null where the whole group is at fault. */
export type Fault = { row: number | null; field: keyof RuleRow | null; message: string };

/** Sums all rows except referral codes and the instructor's, in hundredths of a percent. */
export function sumOf(rows: readonly RuleRow[]): number {
  return rows.reduce(
    (sum, row) => (row.type === CODE || row.type === INSTRUCTOR ? sum : sum + toHundredths(row.commission)),
    0,
  );
}

/** Returns 100 minus the sum, as a percentage; below zero where the group exceeds 100. */
export function instructorPart(rows: readonly RuleRow[]): number {
  return fromHundredths(10_000 - sumOf(rows));
}

/** Returns the largest referral code as a percentage; 0 without one. */
export function largestCode(rows: readonly RuleRow[]): number {
  return rows.reduce((largest, row) => (row.type === CODE ? Math.max(largest, row.commission) : largest), 0);
}

/** Returns every broken rule; empty where the group can be saved. */
export function groupFaults(rows: readonly RuleRow[]): Fault[] {
  const faults: Fault[] = rows.flatMap((row, index) => rowFaults(row, index));
  for (const type of [PLATFORM, PROGRAM] as const) {
    const again = rows.findIndex(
      (row, index) => row.type === type && rows.slice(0, index).some((r) => r.type === type),
    );
    if (again >= 0) faults.push({ row: again, field: 'type', message: `${TYPE_LABELS[type]} is set twice` });
  }
  const over = sumOf(rows) - 10_000;
  if (over > 0) faults.push({ row: null, field: 'commission', message: `over by ${fromHundredths(over)}` });
  const codeOver = toHundredths(largestCode(rows)) - (10_000 - sumOf(rows));
  if (over <= 0 && codeOver > 0) {
    faults.push({
      row: null,
      field: 'commission',
      message: `the highest referral code exceeds the instructor's share by ${fromHundredths(codeOver)}`,
    });
  }
  const referred = new Set<number>();
  rows.forEach(({ type, referrer_id }, index) => {
    if (type !== REFERRAL || !referrer_id) return;
    if (referred.has(referrer_id))
      faults.push({ row: index, field: 'referrer_id', message: referredAlready(rows, referrer_id) });
    referred.add(referrer_id);
  });
  const seen = new Set<string>();
  rows.forEach((row, index) => {
    if (row.type !== CODE || !row.code) return;
    const key = codeKey(row.code);
    if (seen.has(key))
      faults.push({ row: index, field: 'code', message: `The code ${row.code} is set twice` });
    seen.add(key);
  });
  return faults;
}

/** Normalizes a code: case and outer spaces do not count. */
export function codeKey(code: string): string {
  return code.trim().toLowerCase();
}

/** True where the caller may change rows of this type; the instructor's part is nobody's. */
export function mayEditType(actor: Actor, type: CommissionType): boolean {
  if (type === INSTRUCTOR) return false;
  if (type === PLATFORM) return actor.role === 'superadmin';
  if (type === PROGRAM) return mayAccess(actor, { role: 'programadmin' });
  return true;
}

export function levelHolds(level: LevelName, type: CommissionType): boolean {
  return level !== 'site' || type === PLATFORM;
}

/** A row and its level (0 site to 3 class). */
export type LevelRow = { level: number; type: number; code: string | null };

/** Returns the rows that divide a sale: of each type and code, those of the most specific level. */
export function mergeLevels<Row extends LevelRow>(rows: readonly Row[]): Row[] {
  const keyOf = (row: Row) => (row.type === CODE ? `code ${codeKey(row.code ?? '')}` : String(row.type));
  const winners = new Map<string, number>();
  const counted = rows.filter((row) => row.type !== INSTRUCTOR);
  for (const row of counted) winners.set(keyOf(row), Math.max(row.level, winners.get(keyOf(row)) ?? 0));
  return counted
    .filter((row) => row.level === winners.get(keyOf(row)))
    .sort((a, b) => a.type - b.type || b.level - a.level);
}

/** Returns the unrounded share in the major unit, four digits beyond the currency's: 4999 USD by 12.5 of 100 is `6.24875`. */
export function exactShare(divided: number, commission: number, dividedBy: number, currency: string): string {
  if (dividedBy === 0) return '0';
  const decimals = decimalsOf(currency) + 4;
  const scaled =
    (BigInt(divided) * BigInt(toHundredths(commission)) * 10_000n) / BigInt(toHundredths(dividedBy));
  const digits = scaled.toString().padStart(decimals + 1, '0');
  return withoutEnd(withoutEnd(`${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`, '0'), '.');
}

function referredAlready(rows: readonly RuleRow[], user: number): string {
  const named = rows.find((row) => row.referrer_id === user && (row.first_name || row.last_name));
  const name = `${named?.first_name ?? ''} ${named?.last_name ?? ''}`.trim();
  return `${name ? `${name} (#${user})` : `User #${user}`} already has a referral here. Change that one instead.`;
}

function rowFaults(row: RuleRow, index: number): Fault[] {
  const fault = (field: keyof RuleRow, message: string): Fault[] => [{ row: index, field, message }];
  if (row.type === INSTRUCTOR) return [];
  if (!(row.commission >= 0 && row.commission <= 100))
    return fault('commission', 'must be between 0 and 100');
  if (row.type !== CODE && row.discount) return fault('discount', 'Enter a code to set a discount');
  if (row.type === PLATFORM || row.type === PROGRAM) return [];
  if (!row.referrer_id) return fault('referrer_id', 'Choose a user');
  if (row.type === REFERRAL) return [];
  if (isBlank(row.code ?? '')) return fault('code', 'Enter a code');
  const discount = row.discount ?? 0;
  const limit = row.discount_type === 'percent' ? 100 : 1_000_000;
  if (discount < 0 || discount > limit) return fault('discount', `must be between 0 and ${limit}`);
  const decimals = row.discount_type === 'percent' ? 2 : decimalsOf(DISCOUNT_CURRENCY);
  const scaled = discount * 10 ** decimals;
  return Math.abs(scaled - Math.round(scaled)) > 1e-6
    ? fault('discount', 'must have at most two decimals')
    : [];
}
