/** Order of rows in a program: places from 1, which follow the order. Specification: Display order. */

/** Returns the place of each row in this order: 1, 2, 3 and on; places in `taken`, of rows that the caller may not move, are left out. */
export function numbered(ids: readonly number[], taken: readonly number[] = []): Map<number, number> {
  const kept = new Set(taken);
  const places = new Map<number, number>();
  let place = 0;
  for (const id of ids) {
    do place += 1;
    while (kept.has(place));
    places.set(id, place);
  }
  return places;
}

/** Returns the list with this row at the index, counted without it; a row that is not in it is added. */
export function movedTo(ids: readonly number[], id: number, index: number): number[] {
  const others = ids.filter((other) => other !== id);
  return others.toSpliced(Math.max(0, index), 0, id);
}

/** Merges an order over another saved since `base`: mine, without what they removed, and with what they added at the end. */
export function mergedOrder(
  base: readonly number[],
  mine: readonly number[],
  theirs: readonly number[],
): number[] {
  const [was, own, other] = [new Set(base), new Set(mine), new Set(theirs)];
  const kept = mine.filter((id) => other.has(id) || !was.has(id));
  return [...kept, ...theirs.filter((id) => !own.has(id) && !was.has(id))];
}
