/** Longest name or title of a noun that can be duplicated. */
const MAX_NAME_LENGTH = 200;

/** Returns the name of a copy: "Teapot (copy)", shortened where that would be too long. */
export function copyName(name: string, maxLength = MAX_NAME_LENGTH): string {
  return withEnding(name, ' (copy)', maxLength);
}

/** Returns the nth path to try for the copy of a page: "/spring-copy", "/spring-copy-2". */
export function copyPath(path: string, attempt: number, maxLength = MAX_NAME_LENGTH): string {
  const base = path === '/' ? '/home' : path;
  return withEnding(base, attempt === 1 ? '-copy' : `-copy-${attempt}`, maxLength);
}

function withEnding(text: string, ending: string, maxLength: number): string {
  const room = maxLength - ending.length;
  let kept = '';
  // By characters: half of one is no text.
  for (const character of text) {
    if (kept.length + character.length > room) break;
    kept += character;
  }
  return kept.trimEnd() + ending;
}
