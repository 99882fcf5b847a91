import type { AudienceDraft, ConditionGroup, Match } from '../../conditions/audience.ts';
import { faultsOf, type ItemDraft } from '../../conditions/drafts.ts';
import type { UserType } from '../../conditions/items.ts';
import { clauseOf, counted, joined, type NameOf, PEOPLE } from './clauses.ts';

type Often = {
  every_days: number | null;
  /** 0: unlimited. */
  repeat_count: number | null;
};

/** True where no condition is chosen, or one of them is not finished: no sentence can say who is reached. */
export function isUnfinished({ items, groups, exclude }: AudienceDraft): boolean {
  const all = [{ items }, ...groups, ...exclude].flatMap((group) => group.items);
  return all.length === 0 || all.some((item) => faultsOf(item).length > 0);
}

export function whoOf(audience: AudienceDraft, nameOf: NameOf): string {
  const { items, items_match, groups, groups_match, exclude } = audience;
  const isOfAll = items_match === 'all' && (groups.length === 0 || groups_match === 'all');
  const head = isOfAll ? headOf(items) : null;
  const first = { match: items_match, items: items.filter((item) => item !== head?.item) };
  const all = [first, ...groups].filter((group) => group.items.length > 0);
  const clauses = all.map((group) => clausesOf(group, nameOf, all.length > 1));
  const who = head ? PEOPLE[head.type] : 'Users';
  const included = clauses.length === 0 ? who : `${who} who ${joined(clauses, wordOf(groups_match))}`;
  const excluded = exclude.map((group) => `who ${clausesOf(group, nameOf, exclude.length > 1)}`);
  return excluded.length === 0 ? included : `${included}, but not those ${joined(excluded, 'or')}`;
}

export function oftenOf({ every_days, repeat_count }: Often): string {
  if (repeat_count === 1) return 'once';
  const apart = `${counted(every_days)} ${every_days === 1 ? 'day' : 'days'} apart`;
  return repeat_count === 0
    ? `no limit, ${apart}`
    : `up to ${counted(repeat_count)} ${repeat_count === 1 ? 'email' : 'emails'}, ${apart}`;
}

/** The type that people are called by; none where several are named: of two types at once no user is. */
function headOf(items: readonly ItemDraft[]): { item: ItemDraft; type: UserType } | null {
  const named = items.flatMap((item) => typeNamed(item) ?? []);
  return named.length === 1 ? (named[0] ?? null) : null;
}

function typeNamed(item: ItemDraft): { item: ItemDraft; type: UserType } | null {
  const { field_name, condition, value } = item;
  const isNamed = field_name === 'user_type' && condition === 'equals' && typeof value === 'string';
  return isNamed ? { item, type: value } : null;
}

/** Several conditions beside another group stand in parentheses. */
function clausesOf(
  { match, items }: ConditionGroup<ItemDraft>,
  nameOf: NameOf,
  isBesideOthers: boolean,
): string {
  const clauses = joined(
    items.map((item) => clauseOf(item, nameOf)),
    wordOf(match),
  );
  return isBesideOthers && items.length > 1 ? `(${clauses})` : clauses;
}

function wordOf(match: Match): 'and' | 'or' {
  return match === 'any' ? 'or' : 'and';
}
