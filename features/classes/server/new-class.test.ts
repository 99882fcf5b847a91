/** A class made: where it is sold, whose it may be, what its price and category may be, once for each press. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Permission } from '../../../core/access.ts';
import { makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../test/harness.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let own: number;
let other: number;
let third: number;
let ada: number;
let superadmin: Call;
let global: Call;
let bound: Call;

beforeAll(async () => {
  own = (await makeProgram(db(), { default_currency: 'JPY' })).id;
  other = (await makeProgram(db())).id;
  third = (await makeProgram(db())).id;
  const as = (permissions: Permission[], program_id = 0) => app().as({ permissions, program_id });
  superadmin = await as(['superadmin']);
  global = await as(['catalogue']);
  bound = await as(['catalogue'], own);
});
beforeEach(async () => {
  ada = (await makeInstructor(db(), { program_id: own })).id;
});

const add = (call: Call, class_data: object, headers?: Record<string, string>) =>
  call('POST', 'class', { class_data: { class_name: 'New', ...class_data } }, headers);
const soldIn = async (id: number) =>
  (
    await db()
      .selectFrom('class_programs')
      .select(['program_id', 'made_for'])
      .where('class_id', '=', id)
      .orderBy('program_id')
      .execute()
  ).map(({ program_id, made_for }) => [program_id, made_for]);

test('is sold at home and wherever its instructor’s classes are, in the currency of its home', async () => {
  await superadmin('PATCH', `user/${ada}/programs`, { programs: [other] });
  const { status, body } = await add(bound, {
    class_name: '  水彩画 ',
    instructor_id: ada,
    class_price: 1200,
    description: 'Long',
    membership_discount: 1250,
  });
  expect([status, body.class]).toMatchObject([
    200,
    {
      class_name: '水彩画',
      program_id: own,
      instructor_id: ada,
      class_price: 1200,
      currency: 'JPY',
      description: 'Long',
      membership_discount: 1250,
      is_bundle: false,
      status: 1,
      viewable: 1,
      access_type: 'public',
    },
  ]);
  const { id } = body.class;
  expect(await soldIn(id)).toEqual([
    [own, null],
    [other, ada],
  ]);
  // The program takes the link back that it made, as of any class of hers.
  expect((await superadmin('PATCH', `user/${ada}/programs`, { programs: [] })).body.unlinked).toBe(1);
  expect(await soldIn(id)).toEqual([[own, null]]);
  const { audit } = (await superadmin('GET', `audit?entity=class&entity_id=${id}`)).body;
  expect(audit.map(({ action }: { action: string }) => action)).toContain('create');
});

test('a superadmin names more programs; nobody else does', async () => {
  const { status, body } = await add(superadmin, { program_id: own, programs: [other, third, other, own] });
  expect(status).toBe(200);
  expect((await soldIn(body.class.id)).map(([program]) => program)).toEqual([own, other, third]);
  const counted = await db().selectFrom('classes').select('id').execute();
  expect(statusesOf([await add(global, { program_id: own, programs: [other] })])).toEqual([403]);
  expect(statusesOf([await add(bound, { programs: [other] })])).toEqual([403]);
  const gone = await add(superadmin, { program_id: own, programs: [999_999] });
  expect([gone.status, gone.body.message]).toEqual([400, expect.stringContaining('999999')]);
  expect(await db().selectFrom('classes').select('id').execute()).toHaveLength(counted.length);
});

test('whoever teaches nothing, is deleted or of another program is no instructor', async () => {
  const student = await makeSiteUser(db(), { program_id: own });
  const gone = await makeInstructor(db(), { program_id: own, del_status: 1 });
  const theirs = await makeInstructor(db(), { program_id: other });
  for (const instructor_id of [student.id, gone.id, theirs.id, 999_999]) {
    const { status, body } = await add(bound, { instructor_id });
    expect([status, body.errors?.[0]?.path, body.message]).toEqual([
      400,
      'class_data.instructor_id',
      `There is no instructor ${instructor_id}`,
    ]);
  }
  expect((await add(global, { instructor_id: theirs.id, program_id: own })).status).toBe(200);
});

test('400 at the field for a price, a category and a program that do not fit', async () => {
  const { id: category } = await db()
    .insertInto('site_categories')
    .values({ category_name: 'Of another', parent_id: null, program_id: other })
    .returning('id')
    .executeTakeFirstOrThrow();
  const off = (await makeProgram(db(), { status: 0 })).id;
  for (const [data, field] of [
    [{ class_price: 10.5 }, 'class_price'],
    [{ class_price: 10.505, currency: 'USD' }, 'class_price'],
    [{ category }, 'category'],
    [{ sub_category: category }, 'sub_category'],
    [{ class_name: ' ' }, 'class_name'],
    [{ class_image_id: 999_999 }, 'class_image_id'],
    [{ currency: 'XXX' }, 'currency'],
  ] as const) {
    const { status, body } = await add(bound, data);
    expect([status, body.errors?.[0]?.path]).toEqual([400, `class_data.${field}`]);
  }
  expect((await add(global, { program_id: off })).body.errors[0].path).toBe('class_data.program_id');
  expect((await add(bound, { program_id: other })).status).toBe(403);
});

test('a bundle is empty until the editor fills it, and a key makes one class however often it comes', async () => {
  const { body } = await add(bound, { is_bundle: true });
  expect(body.class).toMatchObject({ is_bundle: true, bundles: [], holds: { classes: 0 } });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => add(bound, { class_name: 'Once' }, { 'idempotency-key': 'one-class' })),
  );
  expect(statusesOf(answers)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map((answer) => answer.body.class.id)).size).toBe(1);
});
