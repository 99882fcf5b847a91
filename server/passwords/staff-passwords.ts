import { readFileSync } from 'node:fs';
import { refuseField } from '../../core/errors.ts';

/** Characters of a minimum below which a server that is no demo warns at its start. */
export const ADVISED_PASSWORD_LENGTH = 12;

/** Throws a 400 at `path` for fewer characters than `PASSWORD_MIN_LENGTH`, for spaces alone, a common password and words of the house. */
export function checkStaffPassword(path: string, password: string, least: number): void {
  if (password.length < least) {
    refuseField(path, `The password must have at least ${least} characters`);
  }
  if (password.trim() === '') refuseField(path, "A password can't be only spaces");
  if (isCommonPassword(password)) {
    refuseField(path, 'This is one of the 10,000 most common passwords. Choose another password.');
  }
  if (isOfTheHouse(password)) refuseField(path, 'This is easy to guess here. Choose another password.');
}

/** True for words of the house alone, whatever digits and signs stand around them. */
export function isOfTheHouse(password: string): boolean {
  let rest = password
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');
  for (const word of WORDS_OF_THE_HOUSE) rest = rest.replaceAll(word, '');
  return rest === '' && /\p{L}/u.test(password);
}

/** Words that whoever guesses at this house tries first; the longer before those that they hold. */
const WORDS_OF_THE_HOUSE = [
  'superadmin',
  'programadmin',
  'administrator',
  'marketplace',
  'backoffice',
  'provost',
  'admin',
  'lilt',
];

/** True for one of the 10,000 commonest, ignoring case, outer spaces and full-width letters. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(readFileSync(LIST, 'utf8').trimEnd().split('\n'));
  return common.has(password.normalize('NFKC').trim().toLowerCase());
}

/** Passwords, the commonest first, in lower case: `passwords.json` of @zxcvbn-ts/language-common 4.1.3 (MIT). Read on first use. */
const LIST = new URL('./common-passwords.txt', import.meta.url);

let common: Set<string> | undefined;
