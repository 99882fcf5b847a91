/** Transliterates names to the characters of payment files. Specification: Payment files. */

/** Matches all but the characters of a SEPA message that are useful in names. */
export const SEPA_LETTERS = /[^A-Za-z0-9/\-?:().,'+ ]/g;

/** Matches all but the characters of a NACHA file that every bank accepts. */
export const NACHA_LETTERS = /[^A-Za-z0-9/\-&(). ]/g;

/** Reduces a name to plain Latin letters, at most `most`; null where a letter has none or nothing is left: banks compare names. */
export function plainName(name: string, others: RegExp, most: number): string | null {
  const latin = Array.from(name.normalize('NFKD'), (letter) => LATIN[letter] ?? letter)
    .join('')
    .replace(/\p{M}/gu, '');
  if (/\p{L}/u.test(latin.replace(/[A-Za-z]/g, ''))) return null;
  const plain = latin
    .replace(others, ' ')
    .replace(/ +/g, ' ')
    .replace(/^[ /]+/, '')
    .slice(0, most)
    .trimEnd();
  return /[A-Za-z0-9]/.test(plain) ? plain : null;
}

/** Letters that are no Latin letter with a mark, but written as one or two. */
const LATIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ł: 'l',
  Ł: 'L',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ʼ: "'",
  '’': "'",
  '‘': "'",
  '–': '-',
  '—': '-',
};
