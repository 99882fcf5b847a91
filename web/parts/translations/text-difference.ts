/** A run of words that is in both versions, or in one alone. */
export type TextPart = { text: string; changed: boolean };

/** Pairs of words that are compared; above it all between the first and the last difference counts as changed. */
const MOST_PAIRS = 1_000_000;

/** Returns the parts of both versions, in order; joined they are the versions. Takes bounded time, whatever the texts. */
export function textDifference(before: string, after: string): { before: TextPart[]; after: TextPart[] } {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const middle = commonOf(a.slice(start, a.length - end), b.slice(start, b.length - end));
  const partsOf = (words: readonly string[], kept: readonly boolean[]) =>
    joined(
      words.map((text, at) => ({
        text,
        changed: at >= start && at < words.length - end && kept[at - start] !== true,
      })),
    );
  return { before: partsOf(a, middle.a), after: partsOf(b, middle.b) };
}

/** Replaces the middle of long unchanged runs by its number of lines; `around` whole lines stay beside each change. Three lines at least go. */
export function folded(
  parts: readonly TextPart[],
  around: number,
): readonly (TextPart | { hidden_lines: number })[] {
  return parts.flatMap((part, at) => {
    if (part.changed) return [part];
    const lines = part.text.split('\n');
    const head = at === 0 ? 0 : around + 1;
    // Behind a last line break there is no line.
    const tail = at === parts.length - 1 ? Number(lines.at(-1) === '') : around + 1;
    const hidden_lines = lines.length - head - tail;
    if (hidden_lines < 3) return [part];
    const run = (text: string) => (text === '' ? [] : [{ text, changed: false }]);
    return [
      ...run(lines.slice(0, head).join('\n')),
      { hidden_lines },
      ...run(lines.slice(lines.length - tail).join('\n')),
    ];
  });
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu) ?? [];
}

/** Marks the words of a longest common subsequence on both sides. */
function commonOf(a: readonly string[], b: readonly string[]): { a: boolean[]; b: boolean[] } {
  const kept = { a: a.map(() => false), b: b.map(() => false) };
  if (a.length * b.length > MOST_PAIRS) return kept;
  const width = b.length + 1;
  // Length of the longest common subsequence of what follows each pair.
  const lengths = new Uint32Array((a.length + 1) * width);
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i] === b[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
  for (let i = 0, j = 0; i < a.length && j < b.length; )
    if (a[i] === b[j]) {
      kept.a[i++] = true;
      kept.b[j++] = true;
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i++;
    else j++;
  return kept;
}

function joined(parts: readonly TextPart[]): TextPart[] {
  const runs: TextPart[] = [];
  for (const { text, changed } of parts) {
    const last = runs.at(-1);
    if (last?.changed === changed) last.text += text;
    else runs.push({ text, changed });
  }
  return runs;
}
