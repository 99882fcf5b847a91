/** What an English change leaves behind in the other languages, for every noun that has them. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeProgram } from '../../test/factories.ts';
import { type Call, useTestApp } from '../../test/harness.ts';
import { englishHash } from './translations.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

type Row = { language_slug: string; outdated: boolean; fields: string[]; name: string };
type Bound = Call & { admin_id: number };

/** Two of them, one with a text more. */
const NOUNS = {
  'lilt-category': { data: { name: 'Books' }, fields: ['name'], entity: 'gift_category' },
  'lilt-event': {
    data: {
      name: 'Books',
      description: 'Read 3 of them',
      type: 'regular',
      price: 1,
      start_at: '2030-01-01T00:00:00Z',
      end_at: '2030-02-01T00:00:00Z',
    },
    fields: ['name', 'description'],
    entity: 'event',
  },
} as const;

describe.each(Object.entries(NOUNS))('%s', (path, { data, fields, entity }) => {
  let staff: Bound;
  let row: string;
  let id: number;

  beforeEach(async () => {
    const program_id = (await makeProgram(db())).id;
    staff = await app().as({ permissions: ['events'], program_id });
    const { body } = await staff('POST', path, { data });
    id = (body.event ?? body.category).id;
    row = `${path}/${id}`;
    await translate({ language_slug: 'de', ...texts('de') }, { language_slug: 'ar', ...texts('ar') });
  });

  const texts = (language: string) =>
    Object.fromEntries(fields.map((field) => [field, `${field} ${language}`]));
  const translate = async (...translations: object[]) => {
    const { status, body } = await staff('PATCH', `${row}/translations`, { translations });
    expect(status).toBe(200);
    return outdatedIn(body.translations);
  };
  const english = async (change: object, more: object = {}) => {
    const { status } = await staff('PATCH', row, { data: change, ...more });
    expect(status).toBe(200);
    return outdatedIn((await staff('GET', `${row}/translations`)).body.translations);
  };

  test('a change of English marks what was made from the older one, and putting that back clears it', async () => {
    expect(await english({})).toEqual({});
    expect(await english({ name: 'Novels' })).toEqual({ de: ['name'], ar: ['name'] });
    expect(await english({ name: 'Novels' })).toEqual({ de: ['name'], ar: ['name'] });
    expect(await english({ name: 'Books' })).toEqual({});
  });

  test('a new translation is made from today’s English; one that is saved as it was stays outdated', async () => {
    await english({ name: 'Novels' });
    expect(await translate({ language_slug: 'de', ...texts('de') })).toEqual({ de: ['name'], ar: ['name'] });
    expect(await translate({ language_slug: 'de', name: 'Romane' })).toEqual({ ar: ['name'] });
    expect(await translate({ language_slug: 'ar', name: '' })).toEqual({});
    // Made from today's, it is older than the English that was there before.
    expect(await english({ name: 'Books' })).toEqual({ de: ['name'] });
  });

  test('still right clears one language and keeps its texts', async () => {
    await english({ name: 'Novels' });
    expect(await translate({ language_slug: 'de', still_right: true, update: false })).toEqual({
      ar: ['name'],
    });
    const { body } = await staff('GET', `${row}/translations`);
    expect(body.translations.find((one: Row) => one.language_slug === 'de')).toMatchObject(texts('de'));
    // It is kept as a change of the row.
    const entries = await entriesOf('translations');
    expect(entries).toBe(2);
    expect(await translate({ language_slug: 'de', still_right: true })).toEqual({ ar: ['name'] });
    expect(await entriesOf('translations')).toBe(entries);
  });

  test('blank languages read `update` true; what is read changes nothing when sent; an unmarked change names its language', async () => {
    const read = async () =>
      (await staff('GET', `${row}/translations`)).body.translations as (Row & { update: boolean })[];
    const before = await read();
    const marked = before.filter(({ update }) => update === true).map(({ language_slug }) => language_slug);
    expect(marked).toHaveLength(23);
    for (const written of ['en', 'de', 'ar']) expect(marked).not.toContain(written);
    expect((await staff('PATCH', `${row}/translations`, { translations: before })).status).toBe(200);
    expect(await read()).toEqual(before);
    const { status, body } = await staff('PATCH', `${row}/translations`, {
      translations: [
        { language_slug: 'fr', name: 'Livres' },
        { language_slug: 'de', name: 'Romane', update: false },
      ],
    });
    expect([status, body.errors[0].path]).toEqual([400, 'translations.1.update']);
    expect(body.errors[0].message).toContain('German (de)');
    expect(await read()).toEqual(before);
  });

  test('only a typo spares what was up to date and leaves marked what was not', async () => {
    expect(await english({ name: 'Bookes' }, { typo_only: true })).toEqual({});
    expect(await entriesOf('typo-only')).toBe(1);
    await english({ name: 'Novels' });
    await translate({ language_slug: 'ar', name: 'روايات' });
    expect(await english({ name: 'Novels!' }, { typo_only: true })).toEqual({ de: ['name'] });
    expect(await english({ name: 'Novels' })).toEqual({ de: ['name'], ar: ['name'] });
    expect(await english({ name: 'Bookes' })).toEqual({ ar: ['name'] });
  });

  test('a typo of a save that is refused spares nothing; one of a foreign row is a 404', async () => {
    const { updated_at } = (await staff('GET', `${row}/translations`)).body;
    await english({ name: 'Novels' });
    const late = await staff('PATCH', row, { data: { name: 'Bookes', updated_at }, typo_only: true });
    expect(late.status).toBe(409);
    expect(await english({})).toEqual({ de: ['name'], ar: ['name'] });
    const stranger = await app().as({ permissions: ['events'], program_id: (await makeProgram(db())).id });
    expect((await stranger('PATCH', row, { data: { name: 'x' }, typo_only: true })).status).toBe(404);
    const odd = await staff('PATCH', row, { data: {}, typo_only: 'yes' });
    expect([odd.status, odd.body.errors[0].path]).toEqual([400, 'typo_only']);
  });

  async function entriesOf(action: string): Promise<number> {
    const entries = db().selectFrom('audit_entries').select('id').where('entity', '=', entity);
    return (await entries.where('entity_id', '=', String(id)).where('action', '=', action).execute()).length;
  }
});

test('a text that is left out stays, null and nothing take it away', async () => {
  const staff = await app().as({ permissions: ['events'] });
  const { body } = await staff('POST', 'lilt-event', { data: NOUNS['lilt-event'].data });
  const save = async (german: object) => {
    const translations = [{ language_slug: 'de', ...german }];
    const answer = await staff('PATCH', `lilt-event/${body.event.id}/translations`, { translations });
    const { name, description } = answer.body.translations.find((one: Row) => one.language_slug === 'de');
    return [name, description];
  };
  expect(await save({ name: 'Bücher', description: 'Lies 3 davon' })).toEqual(['Bücher', 'Lies 3 davon']);
  expect(await save({ name: 'Buch' })).toEqual(['Buch', 'Lies 3 davon']);
  expect(await save({ description: null })).toEqual(['Buch', '']);
  expect(await save({ name: '' })).toEqual(['', '']);
});

test('the hash of a text is that of the database, whatever the text', async () => {
  const texts = fc
    .sample(fc.string({ unit: 'grapheme', maxLength: 60 }), 300)
    .filter((text) => !text.includes('\0') && text.isWellFormed());
  const { rows } = await sql<{ hash: string }>`
    select english_hash(t) as hash from unnest(${texts}::text[]) with ordinality u (t, n) order by n`.execute(
    db(),
  );
  expect(rows.map(({ hash }) => hash)).toEqual(texts.map(englishHash));
});

function outdatedIn(translations: Row[]): Record<string, string[]> {
  for (const { outdated, fields } of translations) expect(outdated).toBe(fields.length > 0);
  return Object.fromEntries(
    translations
      .filter(({ outdated }) => outdated)
      .map(({ language_slug, fields }) => [language_slug, fields]),
  );
}
