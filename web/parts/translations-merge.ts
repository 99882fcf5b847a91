/** Translations that somebody else has saved while they were edited. Pure. */
import { LOCALES, type Locale } from '../../core/locales.ts';
import { type Choices, type Merge, mergeFields } from '../ui/merge.ts';
import { languageName } from './translations-dialog-languages.tsx';

export type Texts<Name extends string> = Record<string, Record<Name, string>>;
export type TranslationValues<Name extends string> = { texts: Texts<Name>; updated_at?: string };

type Field<Name extends string> = { name: Name; label: string };

/** Each field of each language by itself; a clash is named by both: `de name`. */
export function mergeTexts<Name extends string>(
  fields: readonly Field<Name>[],
  base: TranslationValues<Name>,
  mine: TranslationValues<Name>,
  theirs: TranslationValues<Name>,
  choices: Choices = {},
): Merge<TranslationValues<Name>> {
  const flat = ({ texts }: TranslationValues<Name>): Record<string, string> =>
    Object.fromEntries(
      LOCALES.flatMap((locale) =>
        fields.map(({ name }) => [`${locale} ${name}`, texts[locale]?.[name] ?? '']),
      ),
    );
  const { values, clashes } = mergeFields(flat(base), flat(mine), flat(theirs), choices);
  const rowOf = (locale: Locale) =>
    Object.fromEntries(fields.map(({ name }) => [name, values[`${locale} ${name}`] ?? '']));
  const texts = Object.fromEntries(LOCALES.map((locale) => [locale, rowOf(locale)])) as Texts<Name>;
  return { values: { texts, updated_at: theirs.updated_at }, clashes };
}

/** What a clash is about: "Name in German". */
export function translatedLabel(fields: readonly Field<string>[], clash: string): string {
  const [locale = 'en', name = ''] = clash.split(' ');
  const label = fields.find((field) => field.name === name)?.label ?? name;
  return `${label} in ${languageName(locale as Locale)}`;
}
