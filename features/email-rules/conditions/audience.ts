import { draftOf, type ItemDraft, wholeItems } from './drafts.ts';
import type { RuleItem } from './items.ts';

export const MATCHES = ['all', 'any'] as const;
export type Match = (typeof MATCHES)[number];

export const MOST_ITEMS = 50;
/** Groups besides the first, and groups that exclude. */
export const MOST_GROUPS = 5;

export type ConditionGroup<Item> = { match: Match; items: readonly Item[] };

/** The first group is `items`; `groups_match` joins it with the others. Whoever meets a group of `exclude` is out. */
export type Conditions<Item> = {
  items: readonly Item[];
  items_match: Match;
  groups: readonly ConditionGroup<Item>[];
  groups_match: Match;
  exclude: readonly ConditionGroup<Item>[];
};
export type Audience = Conditions<RuleItem>;
export type AudienceDraft = Conditions<ItemDraft>;

export const AUDIENCE_FIELDS = [
  'items',
  'items_match',
  'groups',
  'groups_match',
  'exclude',
] as const satisfies readonly (keyof Audience)[];

export const ONE_GROUP = {
  items_match: 'all',
  groups: [],
  groups_match: 'all',
  exclude: [],
} as const satisfies Omit<Audience, 'items'>;

export function conditionsIn<Item>({
  items,
  items_match,
  groups,
  groups_match,
  exclude,
}: Conditions<Item>): Conditions<Item> {
  return { items, items_match, groups, groups_match, exclude };
}

/** Returns the audience if every condition is complete and valid; null otherwise. */
export function wholeAudience(draft: AudienceDraft): Audience | null {
  const items = wholeItems(draft.items);
  const groups = wholeGroups(draft.groups);
  const exclude = wholeGroups(draft.exclude);
  return items && groups && exclude && { ...conditionsIn(draft), items, groups, exclude };
}

/** Every condition with the field and place where a fault of it is shown: `groups.0.items.2`. */
export function placedItems<Item>({
  items,
  groups,
  exclude,
}: Pick<Conditions<Item>, 'items' | 'groups' | 'exclude'>) {
  const inGroups = (name: string, among: readonly ConditionGroup<Item>[]) =>
    among.flatMap((group, at) => placed(`${name}.${at}.items`, group.items));
  return [...placed('items', items), ...inGroups('groups', groups), ...inGroups('exclude', exclude)];
}

function placed<Item>(path: string, items: readonly Item[]) {
  return items.map((item, at) => ({ path: `${path}.${at}`, item }));
}

/** Reads the conditions of a stored row as far as possible. */
export function storedAudience(row: {
  items: unknown;
  items_match: string;
  groups: unknown;
  groups_match: string;
  exclude: unknown;
}) {
  return {
    items: (row.items as unknown[]).map(draftOf),
    items_match: matchOf(row.items_match),
    groups: storedGroups(row.groups),
    groups_match: matchOf(row.groups_match),
    exclude: storedGroups(row.exclude),
  };
}

function storedGroups(groups: unknown) {
  return (groups as { match: string; items: unknown[] }[]).map(({ match, items }) => ({
    match: matchOf(match),
    items: items.map(draftOf),
  }));
}

function matchOf(match: string): Match {
  return match === 'any' ? 'any' : 'all';
}

function wholeGroups(groups: readonly ConditionGroup<ItemDraft>[]): ConditionGroup<RuleItem>[] | null {
  const whole = groups.map(({ match, items }) => ({ match, items: wholeItems(items) }));
  return whole.every(({ items }) => items !== null) ? (whole as ConditionGroup<RuleItem>[]) : null;
}
