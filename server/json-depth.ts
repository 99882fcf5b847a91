/** How deep a JSON text is nested, before anybody parses it or walks what it says. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

/**
 * The most arrays and objects that stand within each other. Each character is looked at once, whatever it is: the text
 * is a stranger's. Where it is no JSON the number means nothing, and its parser says so.
 */
export function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
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
  }
  return deepest;
}
