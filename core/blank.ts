/** What looks like nothing is nothing. Specification: Wire conventions. */

/** White space, controls, what Unicode says to leave out where it cannot be drawn, and the blank of braille; `is_blank` of the database is the same. */
const BLANK = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/** Without white space around it; nothing where nothing of it can be seen. A heart keeps what makes it red. */
export function trimmed(text: string): string {
  return isBlank(text) ? '' : text.trim();
}
