/** Measures nesting depth and field count of a JSON text before parsing. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];
const COLON = 0x3a;

/** Scans each character once: the text is untrusted. For invalid JSON the numbers mean nothing. */
export function extentOf(json: string): { depth: number; fields: number } {
  let depth = 0;
  let deepest = 0;
  let fields = 0;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at);
    if (inText) {
      // What a backslash stands before ends no text.
      if (character === BACKSLASH) at++;
      else if (character === QUOTE) inText = false;
    } else if (character === QUOTE) inText = true;
    else if (OPENING.includes(character)) deepest = Math.max(deepest, ++depth);
    else if (CLOSING.includes(character)) depth--;
    // Outside of texts a colon stands behind the name of a field and nowhere else.
    else if (character === COLON) fields++;
  }
  return { depth: deepest, fields };
}
