/** The address that a list was left at, the row that had the cursor there, and the list's entry in the browser's history. */
type LeftList = { search: Record<string, unknown>; row: string | undefined; entry: number };

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

/** Returns, once, the row that the cursor returns to: from a record by its link or by Back, also where the record had not been shown yet. */
export function takeCursor(pathname: string, search: object): string | undefined {
  const known = left.get(pathname);
  const isBack = known?.entry === historyEntry();
  if (awaited !== pathname && !isBack) return undefined;
  awaited = null;
  return known && JSON.stringify(known.search) === JSON.stringify(search) ? known.row : undefined;
}

/** Place in the browser's history, as the router counts it. */
export function historyEntry(): number {
  const state = window.history.state as { __TSR_index?: number } | null;
  return state?.__TSR_index ?? 0;
}
