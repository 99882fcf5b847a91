import { decimalsOf } from '../../../core/money.ts';
import type { Bundled, ClassRow } from '../../classes/contract.ts';

export type Member = { row: ClassRow; mark: 'kept' | 'added' | 'removed' };

export type BundleDraft = {
  updated_at: string;
  /** Members as stored, removed ones included, followed by added ones. */
  members: readonly Member[];
  /** Number of members that the person may not see; a save keeps them. */
  hidden: number;
  notSold: readonly number[];
};

/** Sums in the minor unit of one currency: currencies are never added together. */
export type BundleTotal = { currency: string; price: number; member: number; other: number };

export function draftOf(bundle: Bundled & { updated_at: string }): BundleDraft {
  const { updated_at, bundles, hidden, not_sold } = bundle;
  return { updated_at, members: bundles.map((row) => ({ row, mark: 'kept' })), hidden, notSold: not_sold };
}

export function add(draft: BundleDraft, row: ClassRow): BundleDraft {
  const known = memberOf(draft, row.id);
  if (known) return known.mark === 'removed' ? withMark(draft, row.id, 'kept') : draft;
  return { ...draft, members: [...draft.members, { row, mark: 'added' }] };
}

export function remove(draft: BundleDraft, id: number): BundleDraft {
  if (memberOf(draft, id)?.mark !== 'added') return withMark(draft, id, 'removed');
  return { ...draft, members: draft.members.filter(({ row }) => row.id !== id) };
}

export function memberOf(draft: BundleDraft, id: number): Member | undefined {
  return draft.members.find(({ row }) => row.id === id);
}

export function idsOf({ members }: BundleDraft): number[] {
  return members.filter(({ mark }) => mark !== 'removed').map(({ row }) => row.id);
}

export function countOf({ members }: BundleDraft, mark: Member['mark']): number {
  return members.filter((member) => member.mark === mark).length;
}

export function isDirty(draft: BundleDraft): boolean {
  return draft.members.some(({ mark }) => mark !== 'kept');
}

export function unsavedOf({ members }: BundleDraft): string[] {
  return members
    .filter(({ mark }) => mark !== 'kept')
    .map(({ row, mark }) => `${row.class_name || `Class #${row.id}`} (${mark})`);
}

export function rebase(draft: BundleDraft, theirs: BundleDraft): BundleDraft {
  return draft.members.reduce(
    (next, { row, mark }) =>
      mark === 'added' ? add(next, row) : mark === 'removed' ? remove(next, row.id) : next,
    theirs,
  );
}

/** Describes changes of others since the draft was loaded: "They added Greek, #4 and removed Latin, #2." */
export function changeInWords(draft: BundleDraft, theirs: BundleDraft): string {
  const before = draft.members.filter(({ mark }) => mark !== 'added');
  const missingIn = (some: readonly Member[], others: readonly Member[]) =>
    some
      .filter(({ row }) => !others.some((other) => other.row.id === row.id))
      .map(({ row }) => `${row.class_name || 'Class without a name'}, #${row.id}`)
      .join('; ');
  const [added, removed] = [missingIn(theirs.members, before), missingIn(before, theirs.members)];
  const said = [added && `added ${added}`, removed && `removed ${removed}`].filter(Boolean);
  return said.length > 0 ? `They ${said.join(' and ')}.` : 'The list of classes did not change.';
}

/** Sums the remaining classes by currency; each discount is rounded to the unit and never above the price. */
export function totalsOf({ members }: BundleDraft): BundleTotal[] {
  const totals = new Map<string, BundleTotal>();
  for (const { row, mark } of members) {
    if (mark === 'removed') continue;
    const total = totals.get(row.currency) ?? {
      currency: row.currency,
      price: 0,
      member: 0,
      other: 0,
    };
    const price = priceOf(row);
    const off = (hundredths: number) => Math.round((price * hundredths) / 10_000);
    total.price += price;
    total.member += off(row.membership_discount);
    total.other += off(row.membership_discount_other);
    totals.set(row.currency, total);
  }
  return [...totals.values()].sort((a, b) => a.currency.localeCompare(b.currency));
}

export function priceOf({ class_price, currency }: Pick<ClassRow, 'class_price' | 'currency'>): number {
  return Math.round(class_price * 10 ** decimalsOf(currency));
}

function withMark(draft: BundleDraft, id: number, mark: Member['mark']): BundleDraft {
  const members = draft.members.map((member) => (member.row.id === id ? { ...member, mark } : member));
  return { ...draft, members };
}

/** Describes members of other programs, which a save keeps and staff see only as a number. */
export function hiddenWords(hidden: number): string {
  if (hidden === 1) return 'and 1 class of another program (unchanged)';
  return `and ${hidden.toLocaleString('en-US')} classes of other programs (unchanged)`;
}
