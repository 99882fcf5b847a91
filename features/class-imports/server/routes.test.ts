/** A file of classes: read, shown, saved as the forms save, and undone. */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Permission } from '../../../core/access.ts';
import { csvForm, encoded, overClassImport } from '../../../test/csv-files.ts';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { newClass } from '../../classes/contract.ts';
import type { ClassImport } from '../contract.ts';
import { FIELD_NAMES, SAMPLE_FILE } from '../rules.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let own = 0;
let other = 0;
let superadmin: Call;
let global: Call;
let bound: Call;
let made = 0;

beforeAll(async () => {
  own = (await makeProgram(db(), { default_currency: 'EUR' })).id;
  other = (await makeProgram(db())).id;
  const as = (permissions: Permission[], program_id = 0) => app().as({ permissions, program_id });
  superadmin = await as(['superadmin']);
  global = await as(['catalogue']);
  bound = await as(['catalogue'], own);
});

let name: string;
beforeEach(() => {
  name = `Imported ${++made}`;
});

/** A class with a teacher of its program. */
async function aClass(
  values: { program_id: number } & Omit<Parameters<typeof makeClass>[1], 'instructor_id'>,
) {
  const { id: instructor_id } = await makeInstructor(db(), { program_id: values.program_id });
  return makeClass(db(), { instructor_id, ...values });
}

const form = (text: string | Buffer, fields: Record<string, string> = {}) =>
  csvForm(text, fields, 'classes.csv');
async function read(call: Call, text: string | Buffer, fields: object = {}): Promise<ClassImport> {
  const { status, body } = await call('POST', 'classes-import', form(text, { dry_run: '1', ...fields }));
  expect([status, body.message]).toEqual([202, undefined]);
  return body.import;
}
async function run(call: Call, text: string | Buffer, fields: object = {}): Promise<ClassImport> {
  const { status, body } = await call('POST', 'classes-import', form(text, { ...fields }));
  expect([status, body.message]).toEqual([202, undefined]);
  return overClassImport(call, body.import.id);
}
const reasonsOf = async (call: Call, id: number) =>
  (await call('GET', `classes-import/${id}`)).body.rejections.map(
    ({ line, column, reason }: Record<string, unknown>) => [line, column, reason],
  );
const named = (class_name: string) =>
  db().selectFrom('classes').selectAll().where('class_name', '=', class_name).execute();
const one = async (class_name: string) => (await named(class_name))[0];
const classOf = (id: number) =>
  db().selectFrom('classes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('the fields are those of a new class, but for its image', () => {
  const fields = Object.keys(newClass.shape).filter((field) => field !== 'class_image_id');
  expect([...FIELD_NAMES].sort()).toEqual(['id', ...fields].sort());
});

describe('a new class', () => {
  test('is shown before anything is saved, then made as the form makes one, with its audit and its sale', async () => {
    const ada = await makeInstructor(db(), { program_id: own });
    await superadmin('PATCH', `user/${ada.id}/programs`, { programs: [other] });
    const text = `Title;Teacher;Price;Room\n${name};${ada.email};1.234,50;B 12\n`;
    const checked = await read(bound, text);
    expect(checked).toMatchObject({
      state: 'ready',
      program_id: own,
      total: 1,
      created: 1,
      mapping: { Title: 'class_name', Teacher: 'instructor_id', Price: 'class_price', Room: '' },
      preview: [{ line: 2, action: 'created', class_id: null, class_name: name }],
    });
    expect(await named(name)).toEqual([]);
    expect((await bound('POST', `classes-import/${checked.id}/run`)).status).toBe(202);
    expect(await overClassImport(bound, checked.id)).toMatchObject({ state: 'done', created: 1, rows: 1 });
    const found = await one(name);
    expect(found).toMatchObject({
      program_id: own,
      instructor_id: ada.id,
      class_price: 123_450,
      currency: 'EUR',
      is_bundle: false,
      status: 1,
      viewable: 1,
      access_type: 'public',
      del_flag: 0,
    });
    const { body } = await superadmin('GET', `class/${found?.id}`);
    const sold = body.class.programs.map(({ program_id }: { program_id: number }) => program_id);
    expect(new Set(sold)).toEqual(new Set([own, other]));
    const { audit } = (await superadmin('GET', `audit?entity=class&entity_id=${found?.id}`)).body;
    expect(audit).toMatchObject([{ action: 'create' }]);
    const told = await db()
      .selectFrom('audit_entries')
      .select('action')
      .where('entity', '=', 'classes_import')
      .where('entity_id', '=', String(checked.id))
      .orderBy('id')
      .execute();
    expect(told.map(({ action }) => action)).toEqual(['create', 'run', 'done']);
  });

  test('takes each field of the form', async () => {
    const ada = await makeInstructor(db(), {
      program_id: own,
      first_name: 'Ada',
      last_name: `Teaches${made}`,
    });
    const category = async (category_name: string, parent_id: number | null, program_id: number | null) =>
      (
        await db()
          .insertInto('site_categories')
          .values({ category_name, parent_id, program_id })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    await category(`Art ${made}`, null, other);
    const art = await category(`Art ${made}`, null, null);
    const oil = await category('Oil', art, null);
    const head =
      'name,type,instructor,price,currency,program,programs,description,info,category,subcategory,access,' +
      'membership discount,other-membership discount,reward,status,viewable';
    const row =
      `${name},Bundle,Ada Teaches${made},"¥1,200",jpy,${own},${other};${own},"Long\ntext",More,art ${made},OIL,` +
      'Private,"12,5",7%,30,inactive,no';
    expect(await run(superadmin, `${head}\n${row}\n`)).toMatchObject({ created: 1, rejected: 0 });
    const found = await one(name);
    expect(found).toMatchObject({
      is_bundle: true,
      instructor_id: ada.id,
      class_price: 1200,
      currency: 'JPY',
      program_id: own,
      description: 'Long\ntext',
      additional_info: 'More',
      category: art,
      sub_category: oil,
      access_type: 'private',
      membership_discount: 1250,
      membership_discount_other: 700,
      enrol_reward: 30,
      status: 0,
      viewable: 0,
    });
  });

  test('is rejected alone, by its cause, as the form would be', async () => {
    const student = await makeSiteUser(db(), { program_id: own });
    const theirs = await makeInstructor(db(), { program_id: other });
    const header =
      'name,instructor,price,currency,program,programs,discount of members,status,category,reward,type';
    const mapping = JSON.stringify({
      ...Object.fromEntries(header.split(',').map((field) => [field, ''])),
      name: 'class_name',
      instructor: 'instructor_id',
      price: 'class_price',
      currency: 'currency',
      program: 'program_id',
      programs: 'programs',
      'discount of members': 'membership_discount',
      status: 'status',
      category: 'category',
      reward: 'enrol_reward',
      type: 'is_bundle',
    });
    const rows = [
      [`,,,,,,,,,,`, null, null],
      [`,,5,,,,,,,,`, 'name', 'is missing'],
      [`${'x'.repeat(501)},,,,,,,,,,`, 'name', 'must have at most 500 characters'],
      [`a,${student.email},,,,,,,,,`, 'instructor', `There is no instructor "${student.email}"`],
      [`a,${theirs.id},,,,,,,,,`, 'instructor', `There is no instructor ${theirs.id}`],
      [`a,,much,,,,,,,,`, 'price', '"much" is not a price'],
      [`a,,$5,,,,,,,,`, 'price', '"$5" is not in EUR'],
      [`a,,5.50,JPY,,,,,,,`, 'price', '"5.50" is not an amount of JPY'],
      [`a,,5,XXX,,,,,,,`, 'currency', '"XXX" is not a currency of the marketplace'],
      [`a,,,,${other},,,,,,`, 'program', 'You can only import classes of your own program'],
      [`a,,,,,${other},,,,,`, 'programs', 'Only a superadmin assigns to other programs'],
      [`a,,,,,,101,,,,`, 'discount of members', '"101" is not a percentage from 0 to 100'],
      [`a,,,,,,-1,,,,`, 'discount of members', '"-1" is not a percentage from 0 to 100'],
      [`a,,,,,,,perhaps,,,`, 'status', '"perhaps" is not a status: active or inactive'],
      [`a,,,,,,,,Nothing,,`, 'category', 'There is no category "Nothing"'],
      [`a,,,,,,,,,many,`, 'reward', '"many" is not a whole number'],
      [`a,,,,,,,,,,event`, 'type', '"event" is not a type: class or bundle'],
      [`a,b`, null, 'has 2 of 11 columns'],
      [`${name},,,,,,,,,,`, null, null],
    ] as const;
    const text = `${header}\n${rows.map(([row]) => row).join('\n')}\n`;
    const done = await run(bound, text, { mapping });
    const wrong = rows.flatMap(([, column, reason], index) =>
      reason === null ? [] : [[index + 2, column, reason]],
    );
    expect(await reasonsOf(bound, done.id)).toEqual(wrong);
    expect(done).toMatchObject({ created: 1, rejected: wrong.length });
    expect(await named(name)).toHaveLength(1);
    expect(await named('a')).toEqual([]);
  });

  test('of the sample file is taken as it is', async () => {
    const { text } = SAMPLE_FILE;
    expect(await read(bound, text)).toMatchObject({ created: 2, rejected: 0, problem: null });
    expect(await read(bound, encoded(text, 'utf-16le'))).toMatchObject({ created: 2, rejected: 0 });
  });

  test('is of the program that was chosen for the file, and of no other; an inactive one takes none', async () => {
    const fields = { program_id: String(own) };
    const done = await run(global, `name,program\n${name},\n${name} b,${other}\n`, fields);
    expect(done).toMatchObject({ program_id: own, created: 1, rejected: 1 });
    expect(await one(name)).toMatchObject({ program_id: own, currency: 'EUR' });
    expect(await reasonsOf(global, done.id)).toMatchObject([
      [3, 'program', expect.stringContaining('is imported into')],
    ]);
    const off = (await makeProgram(db(), { status: 0 })).id;
    const asked = await global('POST', 'classes-import', form('name\nx\n', { program_id: String(off) }));
    expect([asked.status, asked.body.errors?.[0]?.path]).toEqual([400, 'program_id']);
    expect(
      (await bound('POST', 'classes-import', form('name\nx\n', { program_id: String(other) }))).status,
    ).toBe(404);
    const byRow = await run(global, `name,program\n${name} c,${off}\n`);
    expect(await reasonsOf(global, byRow.id)).toMatchObject([
      [2, 'program', expect.stringContaining('is inactive')],
    ]);
  });
});

describe('a class that is there', () => {
  test('is changed by its id in what the row says, and unchanged where it says the same', async () => {
    const { id } = await aClass({
      program_id: own,
      class_name: name,
      class_price: 500,
      currency: 'EUR',
    });
    const before = await classOf(id);
    const same = await run(bound, `id,name,price\n${id},${name},5\n`);
    expect(same).toMatchObject({ unchanged: 1, updated: 0 });
    expect((await classOf(id)).updated_at).toEqual(before.updated_at);
    const text = `id,name,price,status\n${id},,"7,50 €",inactive\n`;
    const checked = await read(bound, text);
    expect(checked.preview).toMatchObject([
      {
        action: 'updated',
        class_id: id,
        class_name: name,
        changes: {
          class_price: { before: '5', after: '7.5' },
          status: { before: 'Active', after: 'Inactive' },
        },
      },
    ]);
    expect(await classOf(id)).toEqual(before);
    await bound('POST', `classes-import/${checked.id}/run`);
    expect(await overClassImport(bound, checked.id)).toMatchObject({ updated: 1 });
    expect(await classOf(id)).toMatchObject({ class_name: name, class_price: 750, status: 0 });
    const { audit } = (await superadmin('GET', `audit?entity=class&entity_id=${id}`)).body;
    expect(audit[0]).toMatchObject({ action: 'update', after: { class_price: 750, status: 0 } });
  });

  test('of another program is none, one that is only sold here says so, and none is a file’s twice', async () => {
    const theirs = await aClass({ program_id: other });
    const lent = await aClass({ program_id: other });
    await superadmin('PATCH', `class/${lent.id}/programs`, {
      programs: [{ program_id: other }, { program_id: own }],
    });
    const mine = await aClass({ program_id: own });
    const rows = [theirs.id, lent.id, mine.id, mine.id, 999_999, 'x'];
    const done = await run(bound, `id,name\n${rows.map((id) => `${id},${name}`).join('\n')}\n`);
    expect(await reasonsOf(bound, done.id)).toEqual([
      [2, 'id', `There is no class ${theirs.id}`],
      [3, 'id', 'This class belongs to another program'],
      [5, 'id', 'is already in this file'],
      [6, 'id', 'There is no class 999999'],
      [7, 'id', '"x" is not the ID of a class'],
    ]);
    expect((await named(name)).map(({ id }) => id)).toEqual([mine.id]);
    const narrow = await run(global, `id,name\n${theirs.id},${name}\n`, { program_id: String(own) });
    expect(narrow).toMatchObject({ updated: 0, rejected: 1 });
    expect((await reasonsOf(global, narrow.id))[0][2]).toMatch(/^There is no class \d+ in /);
  });

  test('keeps its type, instructor, currency and programs: a row that says others is rejected', async () => {
    const [ada, alan] = [
      await makeInstructor(db(), { program_id: own }),
      await makeInstructor(db(), { program_id: own }),
    ];
    const { id } = await makeClass(db(), { program_id: own, instructor_id: ada.id, currency: 'EUR' });
    const done = await run(
      superadmin,
      `id,type,instructor,currency,programs\n${id},bundle,,,\n${id},,${alan.email},,\n${id},,,USD,\n${id},,,,${other}\n${id},class,${ada.email},eur,${own}\n`,
    );
    expect(await reasonsOf(superadmin, done.id)).toEqual([
      [2, 'type', "A class can't become a bundle"],
      [3, 'instructor', "The instructor of a class can't be changed"],
      [4, 'currency', "The price of this class is in EUR. The currency can't be changed"],
      [5, 'programs', expect.stringContaining("This class isn't sold in")],
    ]);
    expect(done).toMatchObject({ unchanged: 1, rejected: 4 });
  });
});

describe('an undo', () => {
  const undo = async (call: Call, id: number) => {
    expect((await call('POST', `classes-import/${id}/undo`)).status).toBe(202);
    return overClassImport(call, id);
  };

  test('deletes new classes and restores changed ones, except what was edited or used since', async () => {
    const [kept, changed] = [
      await aClass({ program_id: own, class_name: `${name} kept` }),
      await aClass({ program_id: own, class_name: `${name} changed` }),
    ];
    const done = await run(
      bound,
      `id,name\n${kept.id},${name} 1\n${changed.id},${name} 2\n,${name} 3\n,${name} 4\n,${name} 5\n`,
    );
    expect(done).toMatchObject({ created: 3, updated: 2 });
    await bound('PATCH', `class/${kept.id}`, { class_data: { description: 'Edited' } });
    const bought = await one(`${name} 4`);
    const student = await makeSiteUser(db(), { program_id: own });
    await db()
      .insertInto('class_users')
      .values({ class_id: bought?.id ?? 0, user_id: student.id })
      .execute();
    const edited = await one(`${name} 5`);
    await bound('PATCH', `class/${edited?.id}`, { class_data: { description: 'Edited' } });
    expect(await undo(bound, done.id)).toMatchObject({ state: 'undone', restored: 1, deleted: 1, kept: 3 });
    expect(await classOf(changed.id)).toMatchObject({ class_name: `${name} changed` });
    expect(await one(`${name} 3`)).toMatchObject({ del_flag: 1 });
    const { left } = (await bound('GET', `classes-import/${done.id}`)).body;
    expect(left).toEqual([
      { line: 2, class_id: kept.id, class_name: `${name} 1`, reason: 'edited since the import' },
      { line: 5, class_id: bought?.id, class_name: `${name} 4`, reason: 'has students' },
      { line: 6, class_id: edited?.id, class_name: `${name} 5`, reason: 'edited since the import' },
    ]);
    expect((await bound('POST', `classes-import/${done.id}/undo`)).status).toBe(400);
  });

  test('of several files of the same class goes from the last to the first', async () => {
    const { id } = await aClass({ program_id: own, class_name: name });
    const first = await run(bound, `id,name\n${id},${name} first\n`);
    const second = await run(bound, `id,name\n${id},${name} second\n`);
    expect(await undo(bound, second.id)).toMatchObject({ restored: 1, kept: 0 });
    expect(await classOf(id)).toMatchObject({ class_name: `${name} first` });
    expect(await undo(bound, first.id)).toMatchObject({ restored: 1, kept: 0 });
    expect(await classOf(id)).toMatchObject({ class_name: name });
  });
});

describe('a file that is none', () => {
  test.each([
    ['', 'The file is empty'],
    ['PK\u0003', 'Save as CSV UTF-8'],
    ['a@b.example\n', 'The first row must contain the column names'],
  ])('is refused: %j', async (text, message) => {
    const { status, body } = await bound('POST', 'classes-import', form(text, { dry_run: '1' }));
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  test('that names no class says so before it runs, and needs a mapping', async () => {
    const checked = await read(bound, 'price\n5\n');
    expect(checked.problem).toMatch(/^Choose the column/);
    expect((await bound('POST', `classes-import/${checked.id}/run`)).status).toBe(400);
    expect((await bound('POST', 'classes-import', form('price\n5\n'))).status).toBe(400);
  });

  test('of more rows than are taken fails before any of them is tried', async () => {
    const rows = Array.from({ length: 10_101 }, (_, n) => `Class ${n},5`);
    // A class that is made takes a number, taken back or not.
    const numbers = async () => (await sql`select last_value from classes_id_seq`.execute(db())).rows;
    const before = await numbers();
    const { status, body } = await bound(
      'POST',
      'classes-import',
      form(`name,price\n${rows.join('\n')}\n`, { dry_run: '1' }),
    );
    expect([status, body.message]).toEqual([400, 'The file has more than 10,000 rows']);
    expect(await numbers()).toEqual(before);
  });
});

test('rejected rows of one cause are counted together, whatever stood in them, and the commonest come first', async () => {
  const rows = ['a,5 "or" 6', 'b,"much', ',12', 'd,dear'].map((row) => row.replaceAll('"', '""'));
  const text = `Title,Price\n${rows.map((row) => `"${row.replace(',', '","')}"`).join('\n')}\n`;
  const { id } = await read(superadmin, text);
  const { body } = await superadmin('GET', `classes-import/${id}`);
  expect(body.count).toBe(4);
  expect(body.causes).toEqual([
    { column: 'Price', reason: '"…" is not a price', count: 3, line: 2 },
    { column: 'Title', reason: expect.any(String), count: 1, line: 4 },
  ]);
});

test('the rejected rows are a file that can be corrected and imported again', async () => {
  const done = await run(bound, `name,price\n${name},much\n`);
  const { body } = await bound('GET', `classes-import/${done.id}/rejected/csv?file_name=`);
  expect(body).toMatchObject({ result: false, count: 1 });
  const { body: text } = await bound('GET', body.file);
  expect(text).toContain('"much"" is not a price');
  const again = String(text).replace(/,much,/, ',5,');
  expect(await read(bound, again)).toMatchObject({ created: 1, rejected: 0 });
});
