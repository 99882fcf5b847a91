/** The displayed name of an uploaded file, never part of a path. */
import { refuseFile } from './refuse-file.ts';

/** The limit of all common file systems. */
const LONGEST = 255;

/** Returns the name without invisible and bidirectional characters, or `file`. 400 for over 255 characters, a slash, a backslash or a control character. */
export function shownName(sent: string): string {
  if (sent.length > LONGEST) refuseFile(400, `The file name is longer than ${LONGEST} characters`);
  if (/[/\\\p{Cc}]/u.test(sent)) refuseFile(400, 'The file name contains a path or a control character');
  const shown = sent
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  return Array.from(shown).slice(0, LONGEST).join('') || 'file';
}
