/** Three-way merges: `base` was loaded, `mine` made of it, `theirs` saved by somebody meanwhile. Pure. */

export type Side = 'mine' | 'theirs';

/** Both changed the field, each to something else. A side that lacks the field is undefined. */
export type Clash = { field: string; mine: unknown; theirs: unknown };

/** Whose value a clash takes, by field; mine where nothing is chosen. */
export type Choices = Readonly<Record<string, Side>>;

export type Merge<Values> = { values: Values; clashes: Clash[] };

/**
 * Field by field: mine where I edited, theirs elsewhere, and by choice where both did. A list of plain values is a
 * set: what either added is in, what either took out is not, so that sets never clash.
 */
export function mergeFields<Values extends object>(
  base: Values,
  mine: Values,
  theirs: Values,
  choices: Choices = {},
): Merge<Values> {
  const [was, my, their] = [mapOf(base), mapOf(mine), mapOf(theirs)];
  const clashes: Clash[] = [];
  const merged = new Map<string, unknown>();
  for (const field of new Set([...was.keys(), ...my.keys(), ...their.keys()])) {
    const [before, own, other] = [was.get(field), my.get(field), their.get(field)];
    const clash = !same(own, before) && !same(other, before) && !same(own, other);
    if (isSet(before) && isSet(own) && isSet(other)) merged.set(field, mergeSets(before, own, other));
    else if (clash) {
      clashes.push({ field, mine: own, theirs: other });
      merged.set(field, choices[field] === 'theirs' ? other : own);
    } else merged.set(field, same(own, before) ? other : own);
  }
  const present = [...merged].filter(([, value]) => value !== undefined);
  return { values: Object.fromEntries(present) as Values, clashes };
}

/** In their order, and behind it what I added. */
export function mergeSets<Item>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
): Item[] {
  const removed = base.filter((item) => !mine.includes(item));
  const added = mine.filter((item) => !base.includes(item) && !theirs.includes(item));
  return [...theirs.filter((item) => !removed.includes(item)), ...added];
}

function mapOf(values: object): Map<string, unknown> {
  return new Map(Object.entries(values));
}

/** By what they say as JSON: fields hold nothing else. */
function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isSet(value: unknown): value is readonly (string | number)[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number');
}
