/** Rows of every translated noun, and translations of them that were made from a given English. */
import { sql } from 'kysely';
import { NOUNS, type TranslatedNoun } from '../../features/nouns.ts';
import type { Db } from '../../server/db/client.ts';
import { englishHash } from '../../server/nouns/translations.ts';
import { makeClass, makeInstructor, makeProduct, makeProgram } from '../factories.ts';
import { makeEvent } from './events.ts';

/** A row of each noun in a program, by its id. */
export const MAKE_TRANSLATED: Record<
  TranslatedNoun,
  (db: Db, program_id: number, name: string) => Promise<{ id: number }>
> = {
  banner: (db, program_id, title) =>
    db.insertInto('banners').values({ program_id, title }).returning('id').executeTakeFirstOrThrow(),
  class: async (db, program_id, class_name) => {
    const instructor_id = (await makeInstructor(db, { program_id })).id;
    return makeClass(db, { instructor_id, program_id, class_name });
  },
  event: (db, program_id, name) => makeEvent(db, { program_id, name }),
  gift_category: (db, program_id, name) =>
    db.insertInto('gift_categories').values({ program_id, name }).returning('id').executeTakeFirstOrThrow(),
  gift_product: (db, program_id, name) => makeProduct(db, { program_id, name }),
  landing_page: (db, program_id, name) =>
    db
      .insertInto('landing_pages')
      .values({ program_id, name, title: name, path: `/${crypto.randomUUID()}`, template: 'classic.html' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  program: (db, _, heading_text) => makeProgram(db, { heading_text, program_display_name: heading_text }),
};

/** A translation of the first field into German, made from this English. */
export async function translate(db: Db, noun: TranslatedNoun, id: number, english: string, language = 'de') {
  const { table, owner, fields } = NOUNS[noun].languages;
  const [field = ''] = fields;
  await sql`insert into ${sql.table(table)} (${sql.ref(owner)}, language_slug, ${sql.ref(field)}, made_from)
    values (${id}, ${language}, 'Etwas', ${JSON.stringify({ [field]: englishHash(english) })}::jsonb)`.execute(
    db,
  );
}
