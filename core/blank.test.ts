import { expect, test } from 'vitest';
import { isBlank, trimmed } from './blank.ts';
import { trimmedText } from './fields.ts';

const UNSEEN = [
  '\u200b',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u3164',
  '\u115f',
  '\u1160',
  '\u2800',
  '\u180e',
  '\u200e',
  '\u0085',
];

test.each(UNSEEN.map((char) => [`U+${char.charCodeAt(0).toString(16)}`, char]))(
  '%s alone is no text',
  (_, char) => {
    for (const text of [char, ` ${char}\t`, char.repeat(5), UNSEEN.join(char)]) {
      expect(isBlank(text)).toBe(true);
      expect(trimmedText(200).min(1, 'Enter a name').safeParse(text).error?.issues[0]?.message).toBe(
        'Enter a name',
      );
    }
    expect(isBlank(`${char}a`)).toBe(false);
  },
);

test('what can be seen stays as it is, with what belongs to it', () => {
  expect(trimmed('  Ada Lovelace ')).toBe('Ada Lovelace');
  for (const text of ['❤️', '👩‍💻', 'a\u00adb', '۝', 'नमस्\u200dते', '-']) expect(trimmed(text)).toBe(text);
  expect(trimmed('')).toBe('');
});
