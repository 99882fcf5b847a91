/** The address that a list was left at, and the row that had the cursor there. */
type LeftList = { search: Record<string, unknown>; row: string | undefined };

/** Lists by their path, the one that was left last at the end. */
const left = new Map<string, LeftList>();
/** Path of the list that the person comes back to from a record. */
let awaited: string | null = null;

export function leaveList(pathname: string, list: LeftList): void {
  left.delete(pathname);
  left.set(pathname, list);
}

/** Returns the one of these lists that was left last, or else the first. */
export function lastLeft<List extends { to: string }>(lists: readonly List[]): List | undefined {
  const path = [...left.keys()].findLast((one) => lists.some(({ to }) => to === one));
  return lists.find(({ to }) => to === path) ?? lists[0];
}

/** Returns the filters that a list was left with; a return to them places the cursor as it was. */
export function awaitReturn(pathname: string): Record<string, unknown> {
  awaited = pathname;
  return left.get(pathname)?.search ?? {};
}

/** Returns the row that the cursor returns to, once. */
export function takeCursor(pathname: string, search: object): string | undefined {
  if (awaited !== pathname) return undefined;
  awaited = null;
  const known = left.get(pathname);
  return known && JSON.stringify(known.search) === JSON.stringify(search) ? known.row : undefined;
}
