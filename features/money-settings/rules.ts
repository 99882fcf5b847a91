/** The rules of money, shared by browser and server. Specification: Refunds; Payouts. */
import type { Currency } from '../../core/money.ts';

export const MAX_HOLD_DAYS = 365;

/** Limits by currency; an omitted one has no limit, or no minimum. */
export type Amounts = { [Code in Currency]?: number };

export type Rules = {
  refund_approval_above: Amounts;
  payout_approval: boolean;
  hold_days: number;
  new_account_days: number;
  details_approval: boolean;
  minimum: Amounts;
  ach: { origin_routing: string; origin_name: string; company_id: string } | null;
  sepa_debtor: { name: string; iban: string; bic: string } | null;
};

/** A change of the rules: only changed amounts, null for a removed one. */
export type RulesChange = Partial<
  Omit<Rules, 'refund_approval_above' | 'minimum'> & {
    refund_approval_above: { [Code in Currency]?: number | null };
    minimum: { [Code in Currency]?: number | null };
  }
>;

/** Splits a change into what holds at once and what awaits a second superadmin: a higher or no limit, no approval, fewer days of hold. Omitted is removed. */
export function parted(now: Rules, wish: RulesChange): { holds: RulesChange; waits: RulesChange } {
  const { refund_approval_above: limits, minimum, ...others } = wish;
  const holds: Record<string, unknown> = {};
  const waits: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(others)) {
    const before = now[name as keyof Rules];
    if (value === undefined || isSame(value, before)) continue;
    const loosens =
      (APPROVALS.includes(name) && value === false) ||
      (HOLDS.includes(name) && Number(value) < Number(before));
    (loosens ? waits : holds)[name] = value;
  }
  const limitChanges = limits ? changesOf(now.refund_approval_above, limits) : [];
  const looser = limitChanges.filter(
    ([code, to]) => (to ?? Infinity) > (now.refund_approval_above[code] ?? Infinity),
  );
  put(waits, 'refund_approval_above', looser);
  put(
    holds,
    'refund_approval_above',
    limitChanges.filter((change) => !looser.includes(change)),
  );
  put(holds, 'minimum', minimum ? changesOf(now.minimum, minimum) : []);
  return { holds, waits };
}

export function changed(now: Rules, { refund_approval_above, minimum, ...others }: RulesChange): Rules {
  return {
    ...now,
    ...others,
    refund_approval_above: withChanges(now.refund_approval_above, refund_approval_above),
    minimum: withChanges(now.minimum, minimum),
  };
}

/** Merges two changes; the later one wins. */
export function joined(earlier: RulesChange, later: RulesChange): RulesChange {
  const limits = { ...earlier.refund_approval_above, ...later.refund_approval_above };
  return { ...earlier, ...later, ...(Object.keys(limits).length > 0 && { refund_approval_above: limits }) };
}

/** Returns the rest of a pending change after others settled a part. */
export function withoutThose(change: RulesChange, settled: RulesChange): RulesChange {
  const { refund_approval_above: limits = {}, ...others } = change;
  const left: Record<string, unknown> = Object.fromEntries(
    Object.entries(others).filter(([name]) => !(name in settled)),
  );
  const codes = Object.entries(limits).filter(([code]) => !(code in (settled.refund_approval_above ?? {})));
  put(left, 'refund_approval_above', codes as Entry[]);
  return left;
}

/** Compares regardless of the order of fields, which the database does not keep. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);
}

export function isNothing(change: RulesChange): boolean {
  return Object.keys(change).length === 0;
}

const HOLDS = ['hold_days', 'new_account_days'];
const APPROVALS = ['payout_approval', 'details_approval'];

type Entry = [code: Currency, amount: number | null];

function changesOf(before: Amounts, after: { [Code in Currency]?: number | null }): Entry[] {
  const codes = new Set([...Object.keys(before), ...Object.keys(after)] as Currency[]);
  return [...codes]
    .map((code): Entry => [code, after[code] ?? null])
    .filter(([code, to]) => to !== (before[code] ?? null));
}

function withChanges(before: Amounts, changes: { [Code in Currency]?: number | null } = {}): Amounts {
  const all = Object.entries({ ...before, ...changes }).filter(([, amount]) => amount !== null);
  return Object.fromEntries(all);
}

function put(into: Record<string, unknown>, name: string, entries: readonly Entry[]): void {
  if (entries.length > 0) into[name] = Object.fromEntries(entries);
}

function inOrder(_: string, value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
}
