import type { Locale } from '../../core/locales.ts';
import type { Context, TransactionContext } from '../context.ts';
import { changing } from './changing.ts';
import { allIn, saveTranslations, storedOf, type Translations, writeTranslation } from './translations.ts';

/** A language, and by field the hash of the English its text was made from. */
export type LanguageMark = { language: Locale; made_from: Record<string, string> };

/** Languages with a text, each with its mark and whether a field of it is outdated. */
export async function readMarks(
  { db }: Context,
  texts: Translations<string>,
  row: Record<string, unknown> & { id: number },
): Promise<Map<Locale, LanguageMark & { outdated: boolean }>> {
  const stored = await storedOf(db, texts, row.id);
  // The row has the fields that its declaration names, whichever they are.
  const { translations } = allIn(texts, stored, row as never);
  return new Map(
    translations.flatMap(({ language_slug: language, outdated }) => {
      const known = stored.get(language);
      return known ? [[language, { language, outdated, made_from: madeFrom(known) }]] : [];
    }),
  );
}

/** Marks languages of one record as up to date, as a save with `still_right` does; returns its moment. */
export async function markUpToDate(
  tx: TransactionContext,
  texts: Translations<string>,
  id: number,
  languages: readonly Locale[],
): Promise<string> {
  const translations = languages.map((language_slug) => ({
    language_slug,
    update: false,
    still_right: true,
  }));
  const { updated_at } = await saveTranslations(tx, texts, { id, translations: translations as never });
  return updated_at;
}

/** Gives languages of one record earlier marks, whatever is outdated by them; returns the moment of the save. */
export async function restoreMarks(
  tx: TransactionContext,
  { noun, ...texts }: Translations<string>,
  id: number,
  marks: readonly LanguageMark[],
): Promise<string> {
  const { updated_at } = await changing(tx, noun, { id }, 'translations', async ({ db }, row) => {
    const stored = await storedOf(db, texts, id);
    for (const { language, made_from } of marks) {
      const known = stored.get(language);
      if (known)
        await writeTranslation(db, texts, { id, language, row: { ...known, made_from } as typeof known });
    }
    const recorded = (all: typeof stored) => ({
      ...allIn(texts, all, row),
      made_from: Object.fromEntries(marks.map(({ language }) => [language, all.get(language)?.made_from])),
    });
    return { before: recorded(stored), after: recorded(await storedOf(db, texts, id)) };
  });
  return updated_at;
}

function madeFrom({ made_from }: object & { made_from?: unknown }): Record<string, string> {
  return made_from as Record<string, string>;
}
