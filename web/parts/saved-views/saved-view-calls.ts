import { savedViewsContract } from '../../../features/saved-views/contract.ts';
import { callsOf } from '../../api.ts';
import { CARRIED, parseSearch, stringifySearch } from '../../ui/address.ts';

export const { calls, reload } = callsOf('savedViews', savedViewsContract);

export function searchOf(state: Record<string, unknown>, kept: readonly string[]): string {
  const entries = kept.map((name): [string, unknown] => [name, state[name]]);
  // All programs are said where an address has to, and are no part of a view.
  const said = entries.filter(([name, value]) => name !== CARRIED || Number(value) > 0);
  return stringifySearch(Object.fromEntries(said)).slice(1);
}

/** Returns true where a view equals the list's present state; one that names no program is of whichever is switched to. */
export function isShown(search: string, now: string, kept: readonly string[]): boolean {
  const view = parseSearch(search);
  const names = view[CARRIED] ? kept : kept.filter((name) => name !== CARRIED);
  return searchOf(view, names) === searchOf(parseSearch(now), names);
}
