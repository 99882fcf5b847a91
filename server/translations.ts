/** The texts of a noun in other languages. Specification: Languages. */
import { type RawBuilder, sql } from 'kysely';
import { notFound, refuseField } from '../core/errors.ts';
import { LOCALES, type Locale } from '../core/locales.ts';
import { changing, type Held, type TableNoun } from './changing.ts';
import type { Context, Within } from './context.ts';
import type { Db } from './db/client.ts';

/** Where the texts of a noun stand: English in its own row, the others in a table with a row a language. */
export type Translations<Field extends string> = {
  noun: TableNoun<Held & { [Name in Field]: string }>;
  table: 'event_translations' | 'gift_category_translations' | 'program_translations';
  /** The column that says whose texts they are. */
  owner: string;
  fields: readonly Field[];
};

type Texts<Field extends string> = { [Name in Field]: string };
type Translation<Field extends string> = Texts<Field> & { language_slug: Locale; update: boolean };
type Given<Field extends string> = { [Name in Field]?: string | null | undefined } & {
  language_slug: Locale;
  update: boolean;
};

/** All languages in their order, empty where there is no text; English is the row's own. 404 where the caller sees no row. */
export async function readTranslations<Field extends string>(
  context: Context,
  { noun, ...texts }: Translations<Field>,
  id: number,
): Promise<{ translations: Translation<Field>[]; updated_at: string }> {
  const row = (await noun.read(context, id)) ?? notFound();
  return { translations: await allOf(context.db, texts, id, row), updated_at: row.updated_at };
}

/**
 * Saves the languages marked by `update`, and takes away those without any text. 400 for a language that stands twice and
 * for English that says something else than the row: it is edited there. 404 and 409 as any save.
 */
export async function saveTranslations<Field extends string>(
  context: Context,
  { noun, ...texts }: Translations<Field>,
  save: { id: number; translations: readonly Given<Field>[]; updated_at?: string | undefined },
): Promise<{ translations: Translation<Field>[]; updated_at: string }> {
  return changing(context, noun, save, 'translations', async (within, row) => {
    const { id, translations } = save;
    const before = await allOf(within.db, texts, id, row);
    for (const [index, given] of translations.entries()) {
      const { language_slug } = given;
      const path = `translations.${index}.language_slug`;
      if (translations.slice(0, index).some((earlier) => earlier.language_slug === language_slug)) {
        refuseField(path, `${language_slug} stands twice`);
      }
      const isOwn = texts.fields.every((field) => (given[field] ?? '') === row[field]);
      if (!given.update || (language_slug === 'en' && isOwn)) continue;
      if (language_slug === 'en') refuseField(path, 'English is edited on the row itself');
      await write(within, texts, id, given);
    }
    const after = await allOf(within.db, texts, id, row);
    return { before: { translations: before }, after: { translations: after } };
  });
}

type Place<Field extends string> = Omit<Translations<Field>, 'noun'>;

async function write<Field extends string>(
  { db }: Within,
  { table, owner, fields }: Place<Field>,
  id: number,
  given: Given<Field>,
): Promise<void> {
  const values = fields.map((field) => given[field] ?? '');
  if (values.every((value) => value.trim() === '')) {
    await sql`delete from ${sql.table(table)}
      where ${sql.ref(owner)} = ${id} and language_slug = ${given.language_slug}`.execute(db);
    return;
  }
  const replaced = fields.map((field) => sql`${sql.ref(field)} = excluded.${sql.ref(field)}`);
  await sql`insert into ${sql.table(table)} (${sql.ref(owner)}, language_slug, ${columns(fields)})
    values (${id}, ${given.language_slug}, ${sql.join(values)})
    on conflict (${sql.ref(owner)}, language_slug) do update set ${sql.join(replaced)}`.execute(db);
}

async function allOf<Field extends string>(
  db: Db,
  { table, owner, fields }: Place<Field>,
  id: number,
  english: Texts<Field>,
): Promise<Translation<Field>[]> {
  const { rows } = await sql<Texts<Field> & { language_slug: string }>`
    select language_slug, ${columns(fields)} from ${sql.table(table)} where ${sql.ref(owner)} = ${id}`.execute(
    db,
  );
  const known = new Map<string, Texts<Field>>(rows.map((row) => [row.language_slug, row]));
  known.set('en', english);
  return LOCALES.map((language_slug) => {
    const texts = Object.fromEntries(fields.map((field) => [field, known.get(language_slug)?.[field] ?? '']));
    return { language_slug, ...(texts as Texts<Field>), update: false };
  });
}

function columns(fields: readonly string[]): RawBuilder<unknown> {
  return sql.join(fields.map((field) => sql.ref(field)));
}
