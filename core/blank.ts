/** Treats text without anything visible as empty. Specification: Wire conventions. */

/** White space, controls, characters that Unicode lets be ignored, and the braille blank; `is_blank` of the database is the same. */
const BLANK = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/** Returns the text without white space around it; empty where nothing is visible. Variation selectors of emoji stay. */
export function trimmed(text: string): string {
  return isBlank(text) ? '' : text.trim();
}
