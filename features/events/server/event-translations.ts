/** The texts of an event in other languages. Specification: Events and giveaways. */
import { refuseField } from '../../../core/errors.ts';
import { LOCALES } from '../../../core/locales.ts';
import type { Context } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import type { EventTranslation } from '../contract.ts';
import { saving } from './event-assignments.ts';
import { readEvent } from './events.ts';

type Texts = { name: string; description: string };
type Given = {
  language_slug: EventTranslation['language_slug'];
  name?: string | null;
  description?: string | null;
  update: boolean;
};

/** All languages in their order, empty where there is no text; English is what the event itself says. */
export async function readTranslations(context: Context, id: number) {
  const event = await readEvent(context, id);
  return { translations: await translationsOf(context.db, id, event), updated_at: event.updated_at };
}

/**
 * Saves the languages marked as changed, and takes away those without text. 400 for a language that stands twice and for
 * English that says something else than the event: English is edited with the event. 409 for a stale `updated_at`.
 */
export async function saveTranslations(
  context: Context,
  input: { id: number; translations: readonly Given[]; updated_at?: string | undefined },
) {
  const { id, translations } = input;
  return saving(context, id, input.updated_at, async (trx, event) => {
    const before = await translationsOf(trx, id, event);
    for (const [index, { language_slug: slug, update, ...given }] of translations.entries()) {
      const path = `translations.${index}.language_slug`;
      if (translations.slice(0, index).some((earlier) => earlier.language_slug === slug)) {
        refuseField(path, `${slug} stands twice`);
      }
      if (!update) continue;
      const texts: Texts = { name: given.name ?? '', description: given.description ?? '' };
      if (slug === 'en') {
        if (texts.name === event.name && texts.description === event.description) continue;
        refuseField(path, 'English is edited with the event itself');
      }
      if (texts.name.trim() === '' && texts.description.trim() === '') {
        await trx
          .deleteFrom('event_translations')
          .where('event_id', '=', id)
          .where('language_slug', '=', slug)
          .execute();
        continue;
      }
      await trx
        .insertInto('event_translations')
        .values({ event_id: id, language_slug: slug, ...texts })
        .onConflict((conflict) => conflict.columns(['event_id', 'language_slug']).doUpdateSet(texts))
        .execute();
    }
    const after = await translationsOf(trx, id, event);
    return { action: 'translations', before: { translations: before }, after: { translations: after } };
  });
}

async function translationsOf(db: Db, id: number, english: Texts): Promise<EventTranslation[]> {
  const rows = await db
    .selectFrom('event_translations')
    .select(['language_slug', 'name', 'description'])
    .where('event_id', '=', id)
    .execute();
  const known = new Map<string, Texts>(rows.map((row) => [row.language_slug, row]));
  known.set('en', english);
  return LOCALES.map((language_slug) => {
    const { name = '', description = '' } = known.get(language_slug) ?? {};
    return { language_slug, name, description, update: false };
  });
}
