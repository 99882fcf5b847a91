import { LOCALES, type Locale } from '../../../core/locales.ts';
import { type Choices, type Merge, mergeFields } from '../../ui/form/merge.ts';
import { languageName } from './translations-dialog-languages.tsx';
import { type Texts, type TranslationValues, textOf } from './translations-state.ts';

type Field<Name extends string> = { name: Name; label: string };

/** Merges field by field and language by language; a clash is named by both (`de name`). `still_right` is dropped where others changed the English. */
export function mergeTexts<Name extends string>(
  fields: readonly Field<Name>[],
  base: TranslationValues<Name>,
  mine: TranslationValues<Name>,
  theirs: TranslationValues<Name>,
  choices: Choices = {},
): Merge<TranslationValues<Name>> {
  const flat = (values: TranslationValues<Name>): Record<string, string> =>
    Object.fromEntries(
      LOCALES.flatMap((locale) =>
        fields.map(({ name }) => [`${locale} ${name}`, textOf(values, locale, name)]),
      ),
    );
  const { values, clashes } = mergeFields(flat(base), flat(mine), flat(theirs), choices);
  const rowOf = (locale: Locale) =>
    Object.fromEntries(fields.map(({ name }) => [name, values[`${locale} ${name}`] ?? '']));
  const texts = Object.fromEntries(LOCALES.map((locale) => [locale, rowOf(locale)])) as Texts<Name>;
  const sameEnglish = fields.every(({ name }) => textOf(base, 'en', name) === textOf(theirs, 'en', name));
  const right = mine.right.filter(
    (locale) => sameEnglish && !base.right.includes(locale) && (theirs.outdated[locale] ?? []).length > 0,
  );
  const { outdated, updated_at } = theirs;
  return { values: { texts, outdated, right, updated_at }, clashes };
}

export function translatedLabel(fields: readonly Field<string>[], clash: string): string {
  const [locale = 'en', name = ''] = clash.split(' ');
  const label = fields.find((field) => field.name === name)?.label ?? name;
  return `${label} in ${languageName(locale as Locale)}`;
}
