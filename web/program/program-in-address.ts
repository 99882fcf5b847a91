/** The program that an address names: one, all by `0`, or none. Decision 172. */
import { addressNumber } from '../ui/address.ts';

type Search = Record<string, unknown>;

/** Returns the program that an address names, 0 where it says all; null where it says nothing, or nothing valid. */
export function namedProgram({ program_id }: Search): number | null {
  return addressNumber(program_id);
}

/**
 * Returns the search of the next address: a link that does not mention the program carries the present one along, one
 * that takes it out leads to all programs, which has to be said where a reload would show the `kept` one instead.
 */
export function carried(present: Search, next: Search, kept: number): Search {
  if (!('program_id' in next))
    return present['program_id'] === undefined ? next : { ...next, program_id: present['program_id'] };
  // The first address of a page passes through as it is: who keeps what is not known yet.
  if (next['program_id'] === present['program_id'] && next['program_id'] !== undefined) return next;
  return (namedProgram(next) ?? 0) > 0 ? next : all(next, kept);
}

/** Returns the search an address should stand in, null where it does. Coming in without a program is the `kept` one; a step within the app, all. */
export function completed(
  search: Search,
  { kept, comesIn }: { kept: number; comesIn: boolean },
): Search | null {
  const named = namedProgram(search);
  if (named === null && kept > 0) return comesIn ? { ...search, program_id: kept } : all(search, kept);
  // By name: what is left out would be carried along from the address that is left.
  return named === 0 && kept === 0 ? { ...search, program_id: undefined } : null;
}

function all({ program_id: _program_id, ...search }: Search, kept: number): Search {
  return kept > 0 ? { ...search, program_id: 0 } : search;
}
