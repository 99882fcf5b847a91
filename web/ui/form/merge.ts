/** Three-way merges: `base` was loaded, `mine` edited, `theirs` saved by others meanwhile. Pure. */

export type Side = 'mine' | 'theirs';

/** A field that both changed, differently. A side without the field is undefined. */
export type Clash = { field: string; mine: unknown; theirs: unknown };

/** Chosen side by field; mine by default. */
export type Choices = Readonly<Record<string, Side>>;

export type Merge<Values> = { values: Values; clashes: Clash[] };

/** Merges field by field: mine where I edited, theirs elsewhere, the choice where both did. A list of plain values is a set: both sides' changes apply. */
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

/** Keeps their order; my additions follow. */
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

/** Compares as JSON, the only kind of value in fields. */
function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isSet(value: unknown): value is readonly (string | number)[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number');
}
