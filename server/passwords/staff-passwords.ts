/** Which passwords an account of staff may have. Specification: Sign-in. */
import { readFileSync } from 'node:fs';
import { refuseField } from '../../core/errors.ts';

/** Characters below which a server that is no demo says at its start that passwords may be short. */
export const ADVISED_PASSWORD_LENGTH = 12;

/**
 * 400 for a password of fewer characters than the installation demands (`PASSWORD_MIN_LENGTH`), and for spaces alone, and for
 * one of those that are tried first; `path` names the field.
 */
export function checkStaffPassword(path: string, password: string, least: number): void {
  if (password.length < least) {
    refuseField(path, `The password must have at least ${least} characters`);
  }
  if (password.trim() === '') refuseField(path, 'A password is more than spaces');
  if (isCommonPassword(password)) {
    refuseField(path, 'This is one of the 10,000 most common passwords. Choose another one.');
  }
}

/** Whether it is one of the 10,000 commonest, in whatever case, with spaces around it, or in wide letters. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(readFileSync(LIST, 'utf8').trimEnd().split('\n'));
  return common.has(password.normalize('NFKC').trim().toLowerCase());
}

/**
 * The commonest first, in lower case: the beginning of `passwords.json` in @zxcvbn-ts/language-common 4.1.3 (MIT), which
 * counts them in published leaks. Read once, by the first who needs it.
 */
const LIST = new URL('./common-passwords.txt', import.meta.url);

let common: Set<string> | undefined;
