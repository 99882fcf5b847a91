import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Locale } from '../../../core/locales.ts';
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
  .map((texts) => ({ texts: texts as Record<string, Record<Name, string>>, outdated: {}, right: [] }));

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

test('still right is said of an English text: another one takes it back, and what needs it no more', () => {
  const english = (name: string, outdated: Record<string, Name[]> = {}, right: Locale[] = []) => ({
    texts: { en: { name, description: '' } } as Record<string, Record<Name, string>>,
    outdated,
    right,
  });
  const both = { de: ['name' as const], ar: ['name' as const] };
  const rightIn = (theirs: ReturnType<typeof english>, base = english('One', both)) =>
    mergeTexts(FIELDS, base, english('One', both, ['de', 'ar']), theirs).values.right;
  expect(rightIn(english('One', both))).toEqual(['de', 'ar']);
  expect(rightIn(english('Two', both))).toEqual([]);
  expect(rightIn(english('One', { ar: ['name'] }))).toEqual(['ar']);
  expect(rightIn(english('One', both), english('One', both, ['de']))).toEqual(['ar']);
});
