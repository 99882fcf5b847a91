/** Splits a text into what is acceptable, what is wrong, and the rest. `position` counts characters from 1; without `near` it ends at a space. */
export function markIn(
  text: string,
  position: number,
  near = '',
): [before: string, wrong: string, after: string] {
  // A character may be two units of a text here.
  const at = Array.from(text)
    .slice(0, Math.max(0, position - 1))
    .join('').length;
  const rest = text.slice(at);
  const length = near !== '' && rest.startsWith(near) ? near.length : (/^\s*\S*/.exec(rest)?.[0].length ?? 0);
  return [text.slice(0, at), rest.slice(0, length), rest.slice(length)];
}
