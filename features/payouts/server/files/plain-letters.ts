/** Names in the letters that banks read. Specification: Payment files. */

/** The characters of a SEPA message, without those that names have no use for. */
export const SEPA_LETTERS = /[^A-Za-z0-9/\-?:().,'+ ]/g;

/** Those of a NACHA file that every bank takes. */
export const NACHA_LETTERS = /[^A-Za-z0-9/\-&(). ]/g;

/**
 * A name without marks and in Latin letters alone, cut at `most` characters; null where a letter of it has none, or nothing
 * is left: banks compare names.
 */
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

/** What is no Latin letter with a mark, but read as one or two. */
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
