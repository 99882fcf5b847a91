/** Returns the path of the first field in which two JSON values differ (`discount.percent`), null where they are equal; undefined is left out. */
export function firstDifference(before: unknown, now: unknown, path = ''): string | null {
  if (Object.is(before, now)) return null;
  if (!isObject(before) || !isObject(now) || Array.isArray(before) !== Array.isArray(now)) return path;
  for (const key of new Set([...Object.keys(now), ...Object.keys(before)])) {
    const below = firstDifference(before[key], now[key], path === '' ? key : `${path}.${key}`);
    if (below !== null) return below;
  }
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
