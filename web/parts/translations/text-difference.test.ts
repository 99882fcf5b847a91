import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folded, type TextPart, textDifference } from './text-difference.ts';

const marked = (parts: readonly TextPart[]) =>
  parts.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('');
const whole = (parts: readonly TextPart[]) => parts.map(({ text }) => text).join('');
const kept = (parts: readonly TextPart[]) => whole(parts.filter(({ changed }) => !changed));

test.each([
  ['3 books of {name}', '4 books by {name}', '[3] books [of] {name}', '[4] books [by] {name}'],
  ['Watercolour', 'Watercolour', 'Watercolour', 'Watercolour'],
  ['', 'New', '', '[New]'],
  ['One, two.', 'One.', 'One[, two].', 'One.'],
  ['a b c', 'c b a', '[a] b [c]', '[c] b [a]'],
])('%j and %j', (before, after, then, now) => {
  const difference = textDifference(before, after);
  expect([marked(difference.before), marked(difference.after)]).toEqual([then, now]);
});

test('joined, the parts are the texts; what is not marked is the same in both', () => {
  const words = fc.array(fc.constantFrom('a', 'b', ' ', '. ', 'é', '😀', '\n'), { maxLength: 30 });
  const text = fc.oneof(
    words.map((all) => all.join('')),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );
  fc.assert(
    fc.property(text, text, (before, after) => {
      const difference = textDifference(before, after);
      expect([whole(difference.before), whole(difference.after)]).toEqual([before, after]);
      expect(kept(difference.before)).toBe(kept(difference.after));
      expect(kept(textDifference(before, before).before)).toBe(before);
    }),
  );
});

test('long texts without a common word are marked as a whole, up to where they agree', () => {
  const [a, b] = ['a ', 'b '].map((word) => `Begin ${word.repeat(5_000)}end`);
  const { before, after } = textDifference(a ?? '', b ?? '');
  expect([before, after].map((parts) => parts.map(({ changed }) => changed))).toEqual([
    [false, true, false],
    [false, true, false],
  ]);
});

test('long unchanged runs are folded to the lines beside the changes; nothing else goes', () => {
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join('');
  const before = `${lines(1, 20)}red${lines(21, 40)}`;
  const after = `${lines(1, 20)}blue${lines(21, 40)}`;
  const shown = folded(textDifference(before, after).before, 2);
  expect(shown.map((part) => ('hidden_lines' in part ? part.hidden_lines : part.text))).toEqual([
    18,
    'line 19\nline 20\n',
    'redline',
    ' 21\nline 22\nline 23',
    17,
  ]);
});
