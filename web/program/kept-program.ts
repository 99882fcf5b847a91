import { addressNumber } from '../ui/address.ts';

/** Returns the program that was chosen last, 0 for all; anything else in its place counts as all. */
export function keptProgram(storage: () => Pick<Storage, 'getItem'>, admin: number): number {
  try {
    return addressNumber(storage().getItem(keyOf(admin))) ?? 0;
  } catch {
    return 0;
  }
}

/** Keeps a choice; 0 ends it. A storage that is full or switched off keeps nothing. */
export function keepProgram(
  storage: () => Pick<Storage, 'setItem' | 'removeItem'>,
  admin: number,
  program_id: number,
): void {
  try {
    if (program_id > 0) storage().setItem(keyOf(admin), String(program_id));
    else storage().removeItem(keyOf(admin));
  } catch {
    // The address carries it all the same.
  }
}

const keyOf = (admin: number): string => `provost-program-${admin}`;
