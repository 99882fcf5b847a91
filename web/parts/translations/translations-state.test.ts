import { expect, test } from 'vitest';
import { changesIn, stateOf, type TranslationValues, valuesOf } from './translations-state.ts';

const FIELDS = [
  { name: 'name', label: 'Name', maxLength: 10 },
  { name: 'description', label: 'Description', maxLength: 10 },
] as const;
type Name = (typeof FIELDS)[number]['name'];

const row = (
  language_slug: 'en' | 'de' | 'ar' | 'fr',
  name: string,
  description = '',
  fields: Name[] = [],
) => ({
  language_slug,
  name,
  description,
  fields,
});
const stored: TranslationValues<Name> = valuesOf({
  translations: [
    row('en', 'One', 'More'),
    row('de', 'Eins', 'Mehr', ['name', 'description']),
    row('ar', '', ''),
    row('fr', 'Un', 'Plus', ['name']),
  ],
});
const written = (
  language: string,
  text: Partial<Record<Name, string>>,
  right: TranslationValues<Name>['right'] = [],
) => ({
  ...stored,
  texts: { ...stored.texts, [language]: { ...stored.texts[language], ...text } as Record<Name, string> },
  right,
});

test('a field that is written anew is outdated no more, nor is any of a language that is still right', () => {
  expect(stateOf(FIELDS, stored, stored).outdatedIn('de')).toEqual(['name', 'description']);
  expect(stateOf(FIELDS, written('de', { name: 'Ein' }), stored).outdatedIn('de')).toEqual(['description']);
  expect(stateOf(FIELDS, written('de', {}, ['de']), stored).outdatedIn('de')).toEqual([]);
});

test('what has changed is sent whole, with what is said of it, and nothing else', () => {
  expect(changesIn(FIELDS, stored, stored)).toEqual([]);
  expect(changesIn(FIELDS, written('de', { name: 'Ein' }, ['fr']), stored)).toEqual([
    { language_slug: 'fr', name: 'Un', description: 'Plus', update: true, still_right: true },
    { language_slug: 'de', name: 'Ein', description: 'Mehr', update: true },
  ]);
});

test('the outdated come first, then what misses most, by what is stored', () => {
  const orderOf = (missing: boolean, outdated: boolean) =>
    stateOf(FIELDS, written('fr', { name: 'x' }), stored).inOrder({ missing, outdated });
  expect(orderOf(false, true).slice(0, 3)).toEqual(['fr', 'de', 'en']);
  expect(orderOf(true, true).slice(0, 3)).toEqual(['fr', 'de', 'zh']);
  expect(orderOf(true, false).slice(-3)).toEqual(['en', 'fr', 'de']);
  expect(stateOf(FIELDS, stored, stored).misses('ar')).toBe(true);
});
