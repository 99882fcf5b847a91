import { savedViewsContract } from '../../../features/saved-views/contract.ts';
import { callsOf } from '../../api.ts';
import { parseSearch, stringifySearch } from '../../ui/address.ts';

export const { calls, reload } = callsOf('savedViews', savedViewsContract);

export function searchOf(state: Record<string, unknown>, kept: readonly string[]): string {
  return stringifySearch(Object.fromEntries(kept.map((name) => [name, state[name]]))).slice(1);
}

/** Returns true where a view equals the list's present state. */
export function isShown(search: string, now: string, kept: readonly string[]): boolean {
  return searchOf(parseSearch(search), kept) === now;
}
