/** The texts of a class in all languages over HTTP. */
import { beforeEach, expect, test } from 'vitest';
import { transact } from '../../../../server/context.ts';
import { keepTranslationsCurrent } from '../../../../server/nouns/translations.ts';
import { makeClass, makeInstructor, makeProgram } from '../../../../test/factories.ts';
import { type Call, useTestApp } from '../../../../test/harness.ts';
import { system } from '../../../../test/system.ts';
import { CLASS_TEXTS } from './class-texts.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

type Bound = Call & { admin_id: number };
const texts = { class_name: 'Weaving', description: 'In 3 weeks', additional_info: '' };

let home: number;
let other: number;
let bound: Bound;
let id: number;

beforeEach(async () => {
  home = (await makeProgram(db())).id;
  other = (await makeProgram(db())).id;
  bound = await app().as({ permissions: ['catalogue'], program_id: home });
  const instructor_id = (await makeInstructor(db())).id;
  id = (await makeClass(db(), { instructor_id, program_id: home, ...texts })).id;
});

const read = async (call: Call = bound) => (await call('GET', `class/${id}/translations`)).body;
const save = (translations: object[], more: object = {}, call: Call = bound) =>
  call('PATCH', `class/${id}/translations`, { translations, ...more });
const of = (language: string, body: { translations: { language_slug: string }[] }) =>
  body.translations.find(({ language_slug }) => language_slug === language);
/** English as whoever edits the class changes it. */
const english = (change: object) => db().updateTable('classes').set(change).where('id', '=', id).execute();
const german = { language_slug: 'de', class_name: 'Weben', description: 'In 3 Wochen', additional_info: '' };

test('200: all 26, English from the class, one save for those that changed', async () => {
  const { status, body } = await save([german, { language_slug: 'ar', class_name: 'النسيج' }]);
  expect([status, body.translations.length, of('en', body)]).toMatchObject([200, 26, texts]);
  expect(await read()).toEqual(body);
  expect(of('de', body)).toEqual({ ...german, update: false, outdated: false, fields: [] });
  const entries = db().selectFrom('audit_entries').select(['action', 'program_id']);
  expect(await entries.where('entity', '=', 'class').where('entity_id', '=', String(id)).execute()).toEqual([
    { action: 'translations', program_id: home },
  ]);
});

test('outdated after an English change, until it is put back, said to be still right, or only a typo', async () => {
  await save([german, { language_slug: 'fr', class_name: 'Tissage' }]);
  await english({ class_name: 'Hand weaving', description: 'In 4 weeks' });
  expect(of('de', await read())).toMatchObject({ outdated: true, fields: ['class_name', 'description'] });
  await english({ description: texts.description });
  expect(of('de', await read())).toMatchObject({ fields: ['class_name'] });
  const { body } = await save([{ language_slug: 'de', still_right: true }]);
  expect([of('de', body), of('fr', body)]).toMatchObject([
    { ...german, outdated: false },
    { outdated: true, fields: ['class_name'] },
  ]);
  const spared = await save([], { class: { update_typo_only: true } });
  expect([spared.status, of('fr', spared.body)]).toMatchObject([
    200,
    { outdated: false, class_name: 'Tissage' },
  ]);
});

test('a change of the class that is only a typo spares what was up to date', async () => {
  await save([german]);
  const before = { ...texts, program_id: home };
  const after = { ...texts, class_name: 'Weaving!' };
  await english(after);
  await transact(system(db()), (tx) => keepTranslationsCurrent(tx, CLASS_TEXTS, id, before, after));
  expect(of('de', await read())).toMatchObject({ outdated: false });
  await english({ class_name: texts.class_name });
  expect(of('de', await read())).toMatchObject({ fields: ['class_name'] });
});

test('404 for a foreign class; 403 for one that is only sold there, and without the area', async () => {
  const stranger = await app().as({ permissions: ['catalogue'], program_id: other });
  expect((await save([german], {}, stranger)).status).toBe(404);
  await db().insertInto('class_programs').values({ class_id: id, program_id: other }).execute();
  for (const call of [stranger, bound]) {
    const status = call === bound ? 200 : 403;
    expect((await call('GET', `class/${id}/translations`)).status).toBe(status);
    expect((await save([german], {}, call)).status).toBe(status);
  }
  const events = await app().as({ permissions: ['events'], program_id: home });
  expect((await save([german], {}, events)).status).toBe(403);
});

test('409 for whoever read it before somebody else saved, wherever the moment stands; 400 names the field', async () => {
  const { updated_at } = await read();
  await save([german]);
  const late = await save([{ language_slug: 'fr', class_name: 'x' }], { updated_at });
  expect([late.status, late.body.conflict.changed_by]).toEqual([409, expect.stringContaining('@')]);
  expect((await save([], { class: { updated_at, update_typo_only: true } })).status).toBe(409);
  const refused = async (translations: object[]) => {
    const { status, body } = await save(translations);
    return [status, body.errors?.[0].path];
  };
  expect(await refused([{ language_slug: 'en', class_name: 'x' }])).toEqual([
    400,
    'translations.0.language_slug',
  ]);
  expect(await refused([german, german])).toEqual([400, 'translations.1.language_slug']);
  expect(await refused([{ language_slug: 'xx' }])).toEqual([400, 'translations.0.language_slug']);
  expect(await refused([{ ...german, class_name: 'x'.repeat(501) }])).toEqual([
    400,
    'translations.0.class_name',
  ]);
});
