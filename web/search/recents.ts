/** Records that the person has looked at last, by their place alone: what they are called is read when it is shown. */
import type { ScreenRecord } from '../screen.ts';

export type Recent = { screen: string; id: number };

const MOST_RECENTS = 6;

/** Returns the recents of one admin on this device, the last first; anything else in its place counts as none. */
export function recentsOf(storage: () => Pick<Storage, 'getItem'>, admin: number): Recent[] {
  try {
    const kept: unknown = JSON.parse(storage().getItem(keyOf(admin)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MOST_RECENTS) : [];
  } catch {
    return [];
  }
}

/** Puts one in front of the others. A storage that is full or switched off keeps nothing. */
export function keepRecent(
  storage: () => Pick<Storage, 'getItem' | 'setItem'>,
  admin: number,
  one: Recent,
): void {
  const others = recentsOf(storage, admin).filter(({ screen, id }) => screen !== one.screen || id !== one.id);
  try {
    storage().setItem(keyOf(admin), JSON.stringify([one, ...others].slice(0, MOST_RECENTS)));
  } catch {
    // Without them the search begins with the screens.
  }
}

type Screens = readonly { path: string; record?: ScreenRecord }[];

/** Returns the record that an address is open at; null where it is at none. Other parameters of the address do not matter. */
export function recordAt(
  { pathname, search }: { pathname: string; search: string },
  screens: Screens,
): Recent | null {
  const here = new URLSearchParams(search);
  for (const { path, record } of screens) {
    const id = record && idIn(record.address, { pathname, search: here });
    if (id) return { screen: path, id };
  }
  return null;
}

/** Stands for the id in an address, and in no other place of it. */
const STAND_IN = 987_654_321;

function idIn(
  address: ScreenRecord['address'],
  { pathname, search }: { pathname: string; search: URLSearchParams },
): number | null {
  const { pathname: path, searchParams } = new URL(address(STAND_IN), 'http://record');
  const pairs: [wanted: string, here: string][] = [[path, pathname]];
  // Any other parameter says how the record is shown.
  for (const [name, wanted] of searchParams)
    if (wanted.includes(String(STAND_IN))) pairs.push([wanted, search.get(name) ?? '']);
  const ids = new Set(pairs.flatMap(([wanted, here]) => between(wanted, here)));
  const [id] = ids;
  return ids.size === 1 && id ? id : null;
}

/** The id that stands here where it is wanted; 0 where the two do not fit, and nothing where both are the same. */
function between(wanted: string, here: string): number[] {
  const [before = '', after] = wanted.split(String(STAND_IN));
  if (after === undefined) return wanted === here ? [] : [0];
  const digits = here.slice(before.length, here.length - after.length);
  return [before + digits + after === here && /^\d{1,9}$/.test(digits) ? Number(digits) : 0];
}

const keyOf = (admin: number): string => `provost-recents-${admin}`;

function isRecent(value: unknown): value is Recent {
  const { screen, id } = (value ?? {}) as Partial<Recent>;
  return typeof screen === 'string' && Number.isSafeInteger(id) && Number(id) > 0;
}
