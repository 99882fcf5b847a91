/** The name of a sent file: a text to show, never part of a path. */
import { refuseFile } from './refuse-file.ts';

/** No file system that people send from allows a longer one. */
const LONGEST = 255;

/**
 * The sender's name for the file, without characters that do not show or that turn the text; `file` where
 * nothing is left. 400 for more than 255 characters, and for a slash, a backslash or a control character.
 */
export function shownName(sent: string): string {
  if (sent.length > LONGEST) refuseFile(400, `The name of the file is longer than ${LONGEST} characters`);
  if (/[/\\\p{Cc}]/u.test(sent))
    refuseFile(400, 'The name of the file holds a path or a character of control');
  const shown = sent
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  return Array.from(shown).slice(0, LONGEST).join('') || 'file';
}
