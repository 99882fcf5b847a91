import { LOCALES, type Locale } from '../../../core/locales.ts';

export type TranslatedField<Name extends string> = {
  name: Name;
  label: string;
  maxLength: number;
  multiline?: boolean;
};

export type Translation<Name extends string> = { language_slug: Locale } & Record<Name, string>;
export type ReadTranslation<Name extends string> = Translation<Name> & { fields: readonly Name[] };
export type ChangedTranslation<Name extends string> = Translation<Name> & {
  update: true;
  still_right?: true;
};

export type Texts<Name extends string> = Record<string, Record<Name, string>>;
export type TranslationValues<Name extends string> = {
  texts: Texts<Name>;
  outdated: Record<string, readonly Name[]>;
  right: readonly Locale[];
  updated_at?: string;
};

export const NO_TRANSLATIONS = { texts: {}, outdated: {}, right: [] } as const;

export function valuesOf<Name extends string>(read: {
  translations: readonly ReadTranslation<Name>[];
  updated_at?: string;
}): TranslationValues<Name> {
  const { translations, updated_at } = read;
  return {
    texts: Object.fromEntries(translations.map((row) => [row.language_slug, row])),
    outdated: Object.fromEntries(translations.map(({ language_slug, fields }) => [language_slug, fields])),
    right: [],
    updated_at,
  };
}

export function textOf<Name extends string>({ texts }: TranslationValues<Name>, locale: Locale, name: Name) {
  return texts[locale]?.[name] ?? '';
}

export function stateOf<Name extends string>(
  fields: readonly TranslatedField<Name>[],
  now: TranslationValues<Name>,
  stored: TranslationValues<Name>,
) {
  const filled = (values: TranslationValues<Name>, locale: Locale) =>
    fields.filter(({ name }) => textOf(values, locale, name).trim() !== '').length;
  const english = filled(now, 'en');
  const isWritten = (locale: Locale, name: Name) =>
    textOf(now, locale, name) !== textOf(stored, locale, name);
  const isRight = (locale: Locale) => now.right.includes(locale);
  const outdatedIn = (locale: Locale) =>
    isRight(locale) ? [] : (now.outdated[locale] ?? []).filter((name) => !isWritten(locale, name));
  const isChanged = (locale: Locale) => isRight(locale) || fields.some(({ name }) => isWritten(locale, name));
  return {
    outdatedIn,
    isRight,
    isChanged,
    changed: LOCALES.filter(isChanged),
    countOf: (locale: Locale) => ({ filled: filled(now, locale), of: fields.length }),
    // What English leaves empty nobody needs to translate.
    misses: (locale: Locale) => filled(now, locale) < english,
    /** Sorts by stored values: a row must not move while its text is typed. */
    inOrder: (first: { missing: boolean; outdated: boolean }) =>
      LOCALES.toSorted((a, b) => {
        const outdated = Number(isOutdated(stored, b)) - Number(isOutdated(stored, a));
        return (first.outdated && outdated) || (first.missing ? filled(stored, a) - filled(stored, b) : 0);
      }),
  };
}

export function changesIn<Name extends string>(
  fields: readonly TranslatedField<Name>[],
  now: TranslationValues<Name>,
  stored: TranslationValues<Name>,
): ChangedTranslation<Name>[] {
  const { changed, isRight } = stateOf(fields, now, stored);
  return changed.map((language_slug) => {
    const texts = Object.fromEntries(fields.map(({ name }) => [name, textOf(now, language_slug, name)]));
    const still_right = isRight(language_slug) && { still_right: true as const };
    return { language_slug, ...(texts as Record<Name, string>), update: true as const, ...still_right };
  });
}

function isOutdated({ outdated }: TranslationValues<string>, locale: Locale): boolean {
  return (outdated[locale] ?? []).length > 0;
}
