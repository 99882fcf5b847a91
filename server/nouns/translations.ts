/** The texts of a noun in other languages, and what English each was made from. Specification: Languages. */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { trimmed } from '../../core/blank.ts';
import { notFound, refuseField } from '../../core/errors.ts';
import { LOCALES, type Locale } from '../../core/locales.ts';
import { must } from '../../core/must.ts';
import type { TranslatedNoun, TranslationTable } from '../../features/nouns.ts';
import type { Context, TransactionContext } from '../context.ts';
import type { Db } from '../db/client.ts';
import { audit } from './audit.ts';
import { changing, type Held, type TableNoun } from './changing.ts';

/** Tables of the texts of a noun: English in its own row, the others in a table with a row a language. */
export type Translations<Field extends string> = {
  noun: TableNoun<Held & Texts<Field>>;
  table: TranslationTable;
  /** The column that says whose texts they are. */
  owner: string;
  fields: readonly Field[];
};

const DECLARED = new Map<string, Translations<string>>();

/** Returns the texts of a noun as its `noun.ts` declares them; {@link textsOfNoun} finds them from then on. */
export function textsOf<Field extends string>(
  noun: TableNoun<Held & Texts<Field>>,
  { table, owner, fields }: Omit<Translations<Field>, 'noun'>,
): Translations<Field> {
  const texts = { noun, table, owner, fields };
  // Each declares its fields by name; whoever asks by the noun reads the names from the declaration itself.
  DECLARED.set(noun.entity, texts as unknown as Translations<string>);
  return texts;
}

/** Returns the texts of a noun, for work that is the same whatever its fields. */
export function textsOfNoun(noun: TranslatedNoun): Translations<string> {
  return must(DECLARED.get(noun), `texts of ${noun}`);
}

type Texts<Field extends string> = { [Name in Field]: string };
type Translation<Field extends string> = Texts<Field> & {
  language_slug: Locale;
  update: boolean;
  outdated: boolean;
  fields: Field[];
};
type Given<Field extends string> = { [Name in Field]?: string | null | undefined } & {
  language_slug: Locale;
  update: boolean;
  still_right: boolean;
};
type All<Field extends string> = { translations: Translation<Field>[] };

/** All languages in order, empty without a text; outdated where the English has changed since. 404 where the caller sees no row. */
export async function readTranslations<Field extends string>(
  context: Context,
  { noun, ...texts }: Translations<Field>,
  id: number,
): Promise<All<Field> & { updated_at: string }> {
  const row = (await noun.read(context, id)) ?? notFound();
  return { ...allIn(texts, await storedOf(context.db, texts, id), row), updated_at: row.updated_at };
}

/**
 * Saves the languages marked by `update` or `still_right`, and takes away those without any text; a changed text that is not
 * marked is a 400. What is changed is made from today's
 * English, and so is all of a language that is `still_right`; with `typo_only` all of every language. 400 for a language
 * that stands twice and for English that says something else than the row: it is edited there. 404 and 409 as any save.
 */
export async function saveTranslations<Field extends string>(
  context: Context,
  { noun, ...texts }: Translations<Field>,
  save: {
    id: number;
    translations: readonly Given<Field>[];
    typo_only?: boolean | undefined;
    updated_at?: string | undefined;
  },
): Promise<All<Field> & { updated_at: string }> {
  return changing(context, noun, save, 'translations', async ({ db }, row) => {
    const { id, translations, typo_only = false } = save;
    const stored = await storedOf(db, texts, id);
    const next = new Map(stored);
    if (typo_only)
      for (const [language, known] of stored) next.set(language, madeNow(texts, known, known, row));
    for (const [index, given] of translations.entries()) {
      const { language_slug } = given;
      const path = `translations.${index}.language_slug`;
      if (translations.slice(0, index).some((earlier) => earlier.language_slug === language_slug)) {
        refuseField(path, `The language ${language_slug} is listed twice`);
      }
      const before = stored.get(language_slug);
      const isSame = saysTheSame(texts.fields, given, language_slug === 'en' ? row : before);
      if (language_slug === 'en') {
        if (!isSame) refuseField(path, 'Edit the English text on the record itself');
        continue;
      }
      if (!given.update && !isSame)
        refuseField(
          `translations.${index}.update`,
          `The ${languageNamed(language_slug)} text has changed but "update" is false. Send "update": true to save it.`,
        );
      if (!given.update && !given.still_right) continue;
      const after = madeFrom(texts, before, given, row);
      next.set(language_slug, given.still_right || typo_only ? madeNow(texts, after, after, row) : after);
    }
    for (const [language, after] of next) {
      if (after !== stored.get(language)) await writeTranslation(db, texts, { id, language, row: after });
    }
    return { before: allIn(texts, stored, row), after: allIn(texts, await storedOf(db, texts, id), row) };
  });
}

/** Keeps translations current when a save corrects a typo in English: made from `before` counts as made from `after`. The row must be held. */
export async function keepTranslationsCurrent<Field extends string>(
  tx: TransactionContext,
  { noun, table, owner, fields }: Translations<Field>,
  id: number,
  before: Texts<Field> & { program_id: number | null },
  after: Texts<Field>,
): Promise<void> {
  for (const field of fields.filter((name) => before[name] !== after[name])) {
    const { rows } = await sql<{ language_slug: string }>`
      update ${sql.table(table)} set made_from = made_from || jsonb_build_object(${field}::text, ${englishHash(after[field])}::text)
      where ${sql.ref(owner)} = ${id} and made_from ->> ${field} = ${englishHash(before[field])}
      returning language_slug`.execute(tx.db);
    if (rows.length === 0) continue;
    const { program_id } = before;
    const languages = rows.map(({ language_slug }) => language_slug).sort();
    const entry = { entity: noun.entity, entity_id: id, action: 'typo-only', program_id };
    await audit(tx, { ...entry, after: { field, languages } });
  }
}

/** White space around a text says nothing, and what is left out stays. */
function saysTheSame<Field extends string>(
  fields: readonly Field[],
  given: Given<Field>,
  known: Texts<Field> | undefined,
): boolean {
  return fields.every(
    (field) => given[field] === undefined || trimmed(given[field] ?? '') === trimmed(known?.[field] ?? ''),
  );
}

const IN_ENGLISH = new Intl.DisplayNames('en', { type: 'language' });

export function languageNamed(locale: Locale): string {
  return `${IN_ENGLISH.of(locale)} (${locale})`;
}

/** SHA-256 in hex, as `english_hash` of the database answers it. */
export function englishHash(english: string): string {
  return createHash('sha256').update(english, 'utf8').digest('hex');
}

type Place<Field extends string> = Omit<Translations<Field>, 'noun'>;
type Stored<Field extends string> = Texts<Field> & { made_from: { [Name in Field]?: string } };

/** Texts by language, each with what English it was made from. */
export async function storedOf<Field extends string>(
  db: Db,
  { table, owner, fields }: Place<Field>,
  id: number,
): Promise<Map<string, Stored<Field>>> {
  const { rows } = await sql<Stored<Field> & { language_slug: string }>`
    select language_slug, made_from, ${columns(fields)} from ${sql.table(table)}
    where ${sql.ref(owner)} = ${id}`.execute(db);
  return new Map(rows.map((row) => [row.language_slug, row]));
}

/** A text that is left out stays as it is; one that is changed was made from the English that stands there now. */
function madeFrom<Field extends string>(
  { fields }: Place<Field>,
  before: Stored<Field> | undefined,
  given: Given<Field>,
  english: Texts<Field>,
): Stored<Field> {
  const textOf = (field: Field) =>
    given[field] === undefined ? (before?.[field] ?? '') : (given[field] ?? '');
  const texts = Object.fromEntries(fields.map((field) => [field, textOf(field)])) as Texts<Field>;
  const kept = { ...texts, made_from: before?.made_from ?? {} };
  const changed = fields.filter((field) => texts[field] !== (before?.[field] ?? ''));
  return madeNow({ fields: changed }, kept, texts, english);
}

function madeNow<Field extends string>(
  { fields }: Pick<Place<Field>, 'fields'>,
  row: Stored<Field>,
  texts: Texts<Field>,
  english: Texts<Field>,
): Stored<Field> {
  const made_from = { ...row.made_from };
  for (const field of fields) {
    if (texts[field] === '') delete made_from[field];
    else made_from[field] = englishHash(english[field]);
  }
  return { ...row, made_from };
}

/** Writes one language; one without any text is deleted. */
export async function writeTranslation<Field extends string>(
  db: Db,
  { table, owner, fields }: Place<Field>,
  { id, language, row }: { id: number; language: string; row: Stored<Field> },
): Promise<void> {
  if (fields.every((field) => row[field].trim() === '')) {
    await sql`delete from ${sql.table(table)}
      where ${sql.ref(owner)} = ${id} and language_slug = ${language}`.execute(db);
    return;
  }
  const replaced = [...fields, 'made_from'].map(
    (field) => sql`${sql.ref(field)} = excluded.${sql.ref(field)}`,
  );
  const values = fields.map((field) => row[field]);
  await sql`insert into ${sql.table(table)} (${sql.ref(owner)}, language_slug, made_from, ${columns(fields)})
    values (${id}, ${language}, ${JSON.stringify(row.made_from)}::jsonb, ${sql.join(values)})
    on conflict (${sql.ref(owner)}, language_slug) do update set ${sql.join(replaced)}`.execute(db);
}

/** All languages as they are read and audited, in their order. */
export function allIn<Field extends string>(
  { fields: names }: Place<Field>,
  stored: ReadonlyMap<string, Stored<Field>>,
  english: Texts<Field>,
): All<Field> {
  const translations = LOCALES.map((language_slug) => {
    const row = stored.get(language_slug);
    const own: Partial<Texts<Field>> | undefined = language_slug === 'en' ? english : row;
    const texts = Object.fromEntries(names.map((field) => [field, own?.[field] ?? ''])) as Texts<Field>;
    const fields = names.filter((field) => {
      const made = row?.made_from[field];
      return (
        language_slug !== 'en' &&
        texts[field] !== '' &&
        made !== undefined &&
        made !== englishHash(english[field])
      );
    });
    const update = language_slug !== 'en' && names.every((field) => texts[field] === '');
    return { language_slug, ...texts, update, outdated: fields.length > 0, fields };
  });
  return { translations };
}

function columns(fields: readonly string[]): RawBuilder<unknown> {
  return sql.join(fields.map((field) => sql.ref(field)));
}
