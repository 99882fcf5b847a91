import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Locale } from '../../core/locales.ts';
import { mergeTexts, translatedLabel } from './translations-merge.ts';

const FIELDS = [
  { name: 'name', label: 'Name' },
  { name: 'description', label: 'Description' },
] as const;
type Name = (typeof FIELDS)[number]['name'];

const LANGUAGES: Locale[] = ['de', 'ar', 'zh-TW'];
const text = fc.constantFrom('', 'a', 'b', 'c');
const side = fc
  .tuple(...LANGUAGES.map(() => fc.record({ name: text, description: text })))
  .map((rows) => Object.fromEntries(LANGUAGES.map((locale, at) => [locale, rows[at]])))
  .map((texts) => ({ texts: texts as Record<string, Record<Name, string>> }));

test('each text of each language by itself, on their version', () => {
  fc.assert(
    fc.property(side, side, side, (base, mine, theirs) => {
      const { values, clashes } = mergeTexts(FIELDS, base, mine, { ...theirs, updated_at: 'now' });
      expect(values.updated_at).toBe('now');
      for (const locale of LANGUAGES) {
        for (const { name } of FIELDS) {
          const [was, my, their] = [base, mine, theirs].map(({ texts }) => texts[locale]?.[name]);
          expect(values.texts[locale]?.[name]).toBe(my === was ? their : my);
          const clashed = clashes.some(({ field }) => field === `${locale} ${name}`);
          expect(clashed).toBe(my !== was && their !== was && my !== their);
        }
      }
    }),
  );
});

test('a clash names field and language', () => {
  expect(translatedLabel(FIELDS, 'zh-TW description')).toBe('Description in Chinese (Taiwan)');
});
