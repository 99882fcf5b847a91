/** Rules for staff passwords. Specification: Sign-in. */
import { readFileSync } from 'node:fs';
import { refuseField } from '../../core/errors.ts';

/** Characters of a minimum below which a server that is no demo warns at its start. */
export const ADVISED_PASSWORD_LENGTH = 12;

/** Throws a 400 at `path` for fewer characters than `PASSWORD_MIN_LENGTH`, for spaces alone, and for a common password. */
export function checkStaffPassword(path: string, password: string, least: number): void {
  if (password.length < least) {
    refuseField(path, `The password must have at least ${least} characters`);
  }
  if (password.trim() === '') refuseField(path, "A password can't be only spaces");
  if (isCommonPassword(password)) {
    refuseField(path, 'This is one of the 10,000 most common passwords. Choose another password.');
  }
}

/** True for one of the 10,000 commonest, ignoring case, outer spaces and full-width letters. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(readFileSync(LIST, 'utf8').trimEnd().split('\n'));
  return common.has(password.normalize('NFKC').trim().toLowerCase());
}

/**
 * The commonest first, in lower case: from `passwords.json` in @zxcvbn-ts/language-common 4.1.3 (MIT),
 * counted in published leaks. Read on first use.
 */
const LIST = new URL('./common-passwords.txt', import.meta.url);

let common: Set<string> | undefined;
