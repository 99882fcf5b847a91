/** The names of a category in other languages. Specification: LiL Giveaways categories. */
import { refuseField } from '../../../core/errors.ts';
import { LOCALES } from '../../../core/locales.ts';
import type { Context } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import type { GiftCategoryTranslation } from '../contract.ts';
import { readGiftCategory } from './gift-categories.ts';
import { savingCategory } from './gift-category-saves.ts';

type Given = {
  language_slug: GiftCategoryTranslation['language_slug'];
  name?: string | null;
  update: boolean;
};

/** All languages in their order, empty where there is no name; English is the category's own. */
export async function readNames(context: Context, id: number) {
  const { name, updated_at } = await readGiftCategory(context, id);
  return { translations: await namesOf(context.db, id, name), updated_at };
}

/** Saves the languages marked as changed, and takes away those without a name; refuses as for an event. */
export async function saveNames(
  context: Context,
  input: { id: number; translations: readonly Given[]; updated_at?: string | undefined },
) {
  const { id, translations } = input;
  return savingCategory(context, id, input.updated_at, async (trx, category) => {
    const before = await namesOf(trx, id, category.name);
    for (const [index, { language_slug: slug, update, ...given }] of translations.entries()) {
      const path = `translations.${index}.language_slug`;
      if (translations.slice(0, index).some((earlier) => earlier.language_slug === slug)) {
        refuseField(path, `${slug} stands twice`);
      }
      const name = given.name ?? '';
      if (!update || (slug === 'en' && name === category.name)) continue;
      if (slug === 'en') refuseField(path, 'English is edited with the category itself');
      if (name === '') {
        await trx
          .deleteFrom('gift_category_translations')
          .where('category_id', '=', id)
          .where('language_slug', '=', slug)
          .execute();
        continue;
      }
      await trx
        .insertInto('gift_category_translations')
        .values({ category_id: id, language_slug: slug, name })
        .onConflict((conflict) => conflict.columns(['category_id', 'language_slug']).doUpdateSet({ name }))
        .execute();
    }
    const after = await namesOf(trx, id, category.name);
    return { action: 'translations', before: { translations: before }, after: { translations: after } };
  });
}

async function namesOf(db: Db, id: number, english: string): Promise<GiftCategoryTranslation[]> {
  const rows = await db
    .selectFrom('gift_category_translations')
    .select(['language_slug', 'name'])
    .where('category_id', '=', id)
    .execute();
  const names = new Map<string, string>(rows.map((row) => [row.language_slug, row.name]));
  names.set('en', english);
  return LOCALES.map((language_slug) => ({
    language_slug,
    name: names.get(language_slug) ?? '',
    update: false,
  }));
}
