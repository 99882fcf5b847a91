/** Many outdated texts are marked as up to date in one call, all or none, and it can be undone. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { englishHash } from '../../../server/nouns/translations.ts';
import { makeProgram } from '../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../test/harness.ts';
import { makeNounRow, translate } from '../../../test/rows/noun-rows.ts';
import { NOUNS, TRANSLATED, type TranslatedNoun } from '../../nouns.ts';
import type { EarlierMark, Outdated } from '../contract.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
const ONCE = 'What it was once called';

let own: number;
let foreign: number;
let superadmin: Call & { admin_id: number };
let bound: Call & { admin_id: number };

beforeAll(async () => {
  own = (await makeProgram(db(), { program_display_name: 'Own' })).id;
  foreign = (await makeProgram(db(), { program_display_name: 'Foreign' })).id;
  superadmin = await app().as({ permissions: ['superadmin'], email: 'super@example.com' });
  bound = await app().as({ permissions: ['events'], program_id: own });
});

async function makeOutdated(
  noun: TranslatedNoun,
  { program_id = own, name = 'Teapot', languages = ['de'] } = {},
): Promise<number> {
  const { id } = await makeNounRow(db(), noun, program_id, name);
  for (const language of languages) await translate(db(), noun, id, ONCE, language);
  return id;
}

async function outdatedIn(noun: TranslatedNoun, id: number): Promise<Partial<Outdated>> {
  for (let page = 1; ; page++) {
    const { body } = await superadmin('GET', `outdated-translations?noun=${noun}&page=${page}`);
    const rows = body.translations as Outdated[];
    const found = rows.find((row) => row.id === id);
    if (found || rows.length === 0) return found ?? {};
  }
}

async function entriesOf(noun: TranslatedNoun, id: number): Promise<number> {
  const entries = db()
    .selectFrom('audit_entries')
    .select('id')
    .where('entity', '=', noun)
    .where('action', '=', 'translations')
    .where('entity_id', '=', String(id));
  return (await entries.execute()).length;
}

const mark = (by: Call, items: readonly object[]) =>
  by('POST', 'outdated-translations/up-to-date', { items });
const undo = (by: Call, items: readonly object[]) => by('POST', 'outdated-translations/outdated', { items });

describe.each(TRANSLATED)('of a %s', (noun) => {
  test('every language is marked with one entry in the audit, and the undo gives back what was', async () => {
    const id = await makeOutdated(noun, { languages: ['de', 'fr', 'es'] });
    const { updated_at } = await outdatedIn(noun, id);
    const items = ['de', 'fr', 'de'].map((language) => ({ noun, id, language, updated_at }));
    const { status, body } = await mark(superadmin, items);
    const [field = ''] = NOUNS[noun].languages.fields;
    const made_from = { [field]: englishHash(ONCE) };
    const marked = ['de', 'fr'].map((language) => ({ noun, id, language, made_from }));
    expect([status, body.marked]).toEqual([
      200,
      marked.map((one) => ({ ...one, updated_at: expect.any(String) })),
    ]);
    expect((await outdatedIn(noun, id)).languages).toEqual(['es']);
    expect(await entriesOf(noun, id)).toBe(1);

    const undone = await undo(superadmin, body.marked);
    expect([undone.status, undone.body.marked.length]).toEqual([200, 2]);
    expect((await outdatedIn(noun, id)).languages?.toSorted()).toEqual(['de', 'es', 'fr']);
    expect(await entriesOf(noun, id)).toBe(2);
    expect((await undo(superadmin, body.marked)).body).toEqual({ marked: [] });
    expect(await entriesOf(noun, id)).toBe(2);
  });
});

describe('all or none', () => {
  let id: number;
  const german = (record: number, noun: TranslatedNoun = 'gift_category') => ({
    noun,
    id: record,
    language: 'de',
  });

  beforeEach(async () => {
    id = await makeOutdated('gift_category');
  });

  test.each([
    ['a record that is not there', async () => german(987_654), 400, 'items.1.id'],
    [
      'a foreign one',
      async () => german(await makeOutdated('event', { program_id: foreign }), 'event'),
      400,
      'items.1.id',
    ],
    ['a language without a text', async () => ({ ...german(id), language: 'fr' }), 400, 'items.1.language'],
    ['English', async () => ({ ...german(id), language: 'en' }), 400, 'items.1.language'],
    ['a noun of others', async () => german(await makeOutdated('class'), 'class'), 403, undefined],
    ['a noun without texts', async () => ({ ...german(id), noun: 'user' }), 400, 'items.1.noun'],
  ])('refused with %s', async (_, other, status, path) => {
    const answer = await mark(bound, [german(id), await other()]);
    expect([answer.status, answer.body.errors?.[0].path]).toEqual([status, path]);
    expect((await outdatedIn('gift_category', id)).languages).toEqual(['de']);
  });

  test('a 409 names the record that was saved since, and who saved it', async () => {
    const other = await makeOutdated('gift_category', { name: 'Kettle' });
    const { updated_at } = await outdatedIn('gift_category', other);
    await superadmin('PATCH', `lilt-category/${other}`, { data: { name: 'Samovar' } });
    const { status, body } = await mark(bound, [german(id), { ...german(other), updated_at }]);
    expect([status, body.message]).toEqual([
      409,
      'super@example.com has changed the LiL Giveaways category “Samovar” since you opened the list',
    ]);
    expect(body.conflict.changed_by).toBe('super@example.com');
    expect((await outdatedIn('gift_category', id)).languages).toEqual(['de']);
    expect((await mark(bound, [german(other)])).status).toBe(200);
  });

  test('the undo is refused once the record was saved again, and for a text it does not have', async () => {
    const { marked } = (await mark(bound, [german(id)])).body as { marked: EarlierMark[] };
    const odd = await undo(bound, [{ ...marked[0], made_from: { heading_text: englishHash('') } }]);
    expect([odd.status, odd.body.errors[0].path]).toEqual([400, 'items.0.made_from']);
    await superadmin('PATCH', `lilt-category/${id}`, { data: { name: 'Samovar' } });
    await mark(bound, [german(id)]);
    const late = await undo(bound, marked);
    expect([late.status, late.body.conflict.changed_by]).toEqual([409, expect.any(String)]);
    expect(await outdatedIn('gift_category', id)).toEqual({});
  });

  test('what is up to date stays as it is; a key answers as it did', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const body = {
      items: [{ ...german(id), updated_at: (await outdatedIn('gift_category', id)).updated_at }],
    };
    const first = await bound('POST', 'outdated-translations/up-to-date', body, key);
    expect(first.body.marked).toHaveLength(1);
    expect((await bound('POST', 'outdated-translations/up-to-date', body, key)).body).toEqual(first.body);
    expect((await mark(bound, body.items)).body).toEqual({ marked: [] });
    expect(await entriesOf('gift_category', id)).toBe(1);
  });

  test('twenty calls at once, each in another order, mark each text once', async () => {
    const ids = [id, await makeOutdated('gift_category'), await makeOutdated('event')];
    const items = [german(ids[0] ?? 0), german(ids[1] ?? 0), german(ids[2] ?? 0, 'event')];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => mark(bound, at % 2 ? items : items.toReversed())),
    );
    expect(statusesOf(answers)).toEqual(Array(20).fill(200));
    expect(answers.flatMap(({ body }) => body.marked)).toHaveLength(3);
    expect(await entriesOf('event', ids[2] ?? 0)).toBe(1);
  });

  test('none and more than 500 are refused', async () => {
    for (const count of [0, 501]) {
      const { status, body } = await mark(bound, Array(count).fill(german(id)));
      expect([status, body.errors[0].path]).toEqual([400, 'items']);
    }
    expect((await mark(bound, Array(500).fill(german(id)))).status).toBe(200);
  });
});

describe('GET outdated-translations/texts', () => {
  test('shows the English of then, of each language that it was translated from, beside that of now', async () => {
    const { body } = await bound('POST', 'lilt-category', { data: { name: 'Bookes' } });
    const { id } = body.category;
    const save = (data: object, more = {}) => bound('PATCH', `lilt-category/${id}`, { data, ...more });
    const write = (language_slug: string, name: string) =>
      bound('PATCH', `lilt-category/${id}/translations`, { translations: [{ language_slug, name }] });
    await write('de', 'Bücher');
    await save({ name: 'Books' }, { typo_only: true });
    await save({ name: 'Novels' });
    await write('fr', 'Romans');
    await save({ name: 'Toys' });
    const texts = async (by: Call) =>
      (await by('GET', `outdated-translations/texts?noun=gift_category&id=${id}`)).body;
    const both = [
      { language: 'fr', field: 'name', text: 'Romans', earlier: 'Novels', english: 'Toys' },
      { language: 'de', field: 'name', text: 'Bücher', earlier: 'Books', english: 'Toys' },
    ];
    for (const by of [bound, superadmin]) expect((await texts(by)).texts).toEqual(both);
    await save({ name: 'Novels' });
    expect((await texts(bound)).texts).toEqual([{ ...both[1], english: 'Novels' }]);
  });

  test('says null where no entry has it; 404 for a foreign record, 403 for a noun of others', async () => {
    const id = await makeOutdated('event');
    const { body } = await bound('GET', `outdated-translations/texts?noun=event&id=${id}`);
    expect(body.texts).toMatchObject([{ language: 'de', field: 'name', earlier: null, english: 'Teapot' }]);
    const theirs = await makeOutdated('event', { program_id: foreign });
    expect((await bound('GET', `outdated-translations/texts?noun=event&id=${theirs}`)).status).toBe(404);
    const classId = await makeOutdated('class');
    expect((await bound('GET', `outdated-translations/texts?noun=class&id=${classId}`)).status).toBe(403);
  });
});
