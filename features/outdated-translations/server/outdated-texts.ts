import { mayAccess } from '../../../core/access.ts';
import { notFound, refuse } from '../../../core/errors.ts';
import type { Context } from '../../../server/context.ts';
import { earlierEnglish } from '../../../server/nouns/earlier-english.ts';
import { readMarks } from '../../../server/nouns/translation-marks.ts';
import { readTranslations, textsOfNoun } from '../../../server/nouns/translations.ts';
import { NOUNS, type TranslatedNoun } from '../../nouns.ts';
import type { OutdatedText } from '../contract.ts';

/** Returns a row a language and field that is outdated. 403 where the caller may not translate the noun, 404 where they see no row. */
export async function readOutdatedTexts(
  context: Context,
  { noun, id }: { noun: TranslatedNoun; id: number },
): Promise<{ texts: OutdatedText[] }> {
  const { languages, word } = NOUNS[noun];
  if (!mayAccess(context.actor, languages.access))
    refuse(403, `You don't have access to the translations of this ${word}`);
  const texts = textsOfNoun(noun);
  // Typed by the fields of one noun, which are known here by their names alone.
  const row = ((await texts.noun.read(context, id)) ?? notFound()) as unknown as Record<string, string>;
  const marks = await readMarks(context, texts, { ...row, id });
  const { translations } = await readTranslations(context, texts, id);
  const outdated = translations.flatMap(({ language_slug: language, fields, ...said }) => {
    const text = (field: string) => (said as unknown as Record<string, string>)[field] ?? '';
    const made_from = marks.get(language)?.made_from ?? {};
    return fields.map((field) => ({ language, field, text: text(field), hash: made_from[field] ?? '' }));
  });
  const earlier = await earlierEnglish(
    context,
    { entity: noun, id, fields: languages.fields },
    outdated.map(({ hash }) => hash),
  );
  return {
    texts: outdated.map(({ hash, ...one }) => ({
      ...one,
      earlier: earlier.get(hash) ?? null,
      english: row[one.field] ?? '',
    })),
  };
}
