/** A class changed: each field, what is refused, where it moves, who was first. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../test/harness.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let own: number;
let other: number;
let ada: number;
let superadmin: Call;
let global: Call;
let bound: Call;
let elsewhere: Call;
let id: number;

beforeAll(async () => {
  own = (await makeProgram(db())).id;
  other = (await makeProgram(db(), { program_display_name: 'Faraway' })).id;
  ada = (await makeInstructor(db(), { program_id: own })).id;
  const as = (program_id: number, email: string) =>
    app().as({ permissions: ['catalogue'], program_id, email });
  superadmin = await app().as({ permissions: ['superadmin'], email: 'super@example.com' });
  global = await as(0, 'global@example.com');
  bound = await as(own, 'bound@example.com');
  elsewhere = await as(other, 'elsewhere@example.com');
});
beforeEach(async () => {
  id = (await makeClass(db(), { instructor_id: ada, program_id: own })).id;
});

const save = (call: Call, class_data: object, rest: object = {}) =>
  call('PATCH', `class/${id}`, { class_data, ...rest });
const stored = () => db().selectFrom('classes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const category = async (parent_id: number | null = null, values: object = {}) =>
  (
    await db()
      .insertInto('site_categories')
      .values({ category_name: 'A category', parent_id, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const image = async (type = 'class-image', program_id: number | null = own) => {
  const { id: uploaded_by } = await db().selectFrom('admins').select('id').executeTakeFirstOrThrow();
  const path = `/storage/images/${crypto.randomUUID()}.png`;
  const values = {
    type,
    path,
    original_file: 'x.png',
    bytes: 1,
    width: 1,
    height: 1,
    uploaded_by,
    program_id,
  };
  const sha256 = Buffer.alloc(32);
  const row = await db()
    .insertInto('uploads')
    .values({ ...values, sha256 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: row.id, path };
};

describe('a save', () => {
  test('changes every field of the dialog, and nothing that it leaves out', async () => {
    const [top, picture] = [await category(), await image()];
    const fields = {
      class_name: '  水彩画 ',
      description: 'Long',
      additional_info: '<b>Bring</b> a brush',
      category: top,
      sub_category: await category(top),
      access_type: 'private',
      class_price: 12.5,
      membership_discount: 1250,
      membership_discount_other: 10_000,
      status: 0,
      cancel: 1,
      viewable: 0,
      class_image_id: picture.id,
    };
    const { status, body } = await save(bound, { ...fields, enrolled: 99, featured: 'y' });
    expect([status, body.class]).toEqual([
      200,
      expect.objectContaining({ ...fields, class_name: '水彩画', image_new: picture.path, del_flag: 0 }),
    ]);
    expect(await stored()).toMatchObject({ class_price: 1250, membership_discount: 1250, viewable: 0 });
    const { body: after } = await save(bound, { class_name: 'Again' });
    expect(after.class).toMatchObject({ ...fields, class_name: 'Again' });
    expect((await save(bound, { class_image_id: 0, category: null })).body.class).toMatchObject({
      class_image_id: null,
      image_new: null,
      category: null,
      sub_category: null,
    });
    const { body: same } = await save(bound, { class_name: 'Again' });
    expect((await save(bound, {})).body.class.updated_at).toBe(same.class.updated_at);
  });

  test('is recorded with who, before and after', async () => {
    await save(bound, { class_price: 10 });
    const entries = (await superadmin('GET', `audit?entity=class&entity_id=${id}`)).body.audit;
    expect(entries).toMatchObject([
      { action: 'update', before: { class_price: 4999 }, after: { class_price: 1000 } },
    ]);
  });

  test.each<[string, object, string]>([
    ['a name of nothing', { class_name: '  ' }, 'class_name'],
    ['a name too long', { class_name: 'x'.repeat(501) }, 'class_name'],
    ['a negative price', { class_price: -1 }, 'class_price'],
    ['more decimals than the currency has', { class_price: 1.005 }, 'class_price'],
    ['a price beyond all', { class_price: 1e21 }, 'class_price'],
    ['a discount above 100 %', { membership_discount: 10_001 }, 'membership_discount'],
    ['a negative discount', { membership_discount_other: -1 }, 'membership_discount_other'],
    ['half a hundredth', { membership_discount: 0.5 }, 'membership_discount'],
    ['an unknown access', { access_type: 'secret' }, 'access_type'],
    ['a status beyond 1', { status: 2 }, 'status'],
    ['no such category', { category: 2_000_000_000 }, 'category'],
    ['a sub-category without a category', { sub_category: 2_000_000_000 }, 'sub_category'],
    ['no such image', { class_image_id: 2_000_000_000 }, 'class_image_id'],
    ['no such program', { program_id: 2_000_000_000 }, 'program_id'],
  ])('is refused with %s: 400 that names the field', async (_, data, path) => {
    const before = await stored();
    const { status, body } = await save(global, data);
    expect([status, body.errors?.map((error: { path: string }) => error.path)]).toEqual([
      400,
      [`class_data.${path}`],
    ]);
    expect(await stored()).toEqual(before);
  });

  test('knows the decimals of the currency', async () => {
    await db()
      .updateTable('classes')
      .set({ currency: 'JPY', class_price: 1200 })
      .where('id', '=', id)
      .execute();
    expect((await save(bound, { class_price: 1500 })).body.class.class_price).toBe(1500);
    expect((await save(bound, { class_price: 15.5 })).body.message).toBe('Enter an amount in JPY');
  });

  test('takes an image of a class that the caller may show, and no other', async () => {
    const foreign = await image('class-image', other);
    for (const { id: class_image_id } of [await image('event-image'), foreign])
      expect((await save(bound, { class_image_id })).status).toBe(400);
    await save(superadmin, { class_image_id: foreign.id });
    expect((await save(bound, { class_image_id: foreign.id, status: 0 })).status).toBe(200);
  });
});

test('an English text that changes leaves its languages behind, but for a typo', async () => {
  const translations = [{ language_slug: 'de', class_name: 'Weben' }];
  await bound('PATCH', `class/${id}/translations`, { translations });
  const german = async () =>
    (await bound('GET', `class/${id}/translations`)).body.translations.find(
      (one: { language_slug: string }) => one.language_slug === 'de',
    );
  await save(bound, { class_name: 'Weawing' });
  expect(await german()).toMatchObject({ outdated: true });
  await bound('PATCH', `class/${id}/translations`, {
    translations: [{ language_slug: 'de', still_right: true }],
  });
  await save(bound, { class_name: 'Weaving' }, { typo_only: true });
  expect(await german()).toMatchObject({ class_name: 'Weben', outdated: false });
});

describe('the categories', () => {
  test('fit each other, and another category takes the sub-category away', async () => {
    const [a, b] = [await category(), await category()];
    const [belowA, belowB] = [await category(a), await category(b)];
    const pathOf = async (data: object) => (await save(bound, data)).body.errors?.[0].path;
    expect(await pathOf({ category: belowA })).toBe('class_data.category');
    expect(await pathOf({ category: a, sub_category: belowB })).toBe('class_data.sub_category');
    expect(await pathOf({ category: a, sub_category: a })).toBe('class_data.sub_category');
    expect(await pathOf({ category: a, sub_category: belowA })).toBeUndefined();
    expect(await pathOf({ sub_category: belowB })).toBe('class_data.sub_category');
    expect(await pathOf({ category: null, sub_category: belowA })).toBe('class_data.sub_category');
    expect((await save(bound, { category: b })).body.class).toMatchObject({
      category: b,
      sub_category: null,
    });
  });

  test('are those that are offered to the caller: its own, the site’s, those assigned to it', async () => {
    const [foreign, lent, gone] = [
      await category(null, { program_id: other }),
      await category(null, { program_id: other }),
      await category(null, { del_flag: 1 }),
    ];
    await db().insertInto('site_category_programs').values({ category_id: lent, program_id: own }).execute();
    const answers = [];
    for (const one of [foreign, gone, 2_000_000_000, lent])
      answers.push((await save(bound, { category: one })).status);
    expect(answers).toEqual([400, 400, 400, 200]);
    await db().updateTable('site_categories').set({ del_flag: 1 }).where('id', '=', lent).execute();
    expect((await save(bound, { category: lent, status: 0 })).status).toBe(200);
  });
});

test('the categories that are offered are those that a save takes, of every program that sells the class', async () => {
  const { id: third } = await makeProgram(db());
  await db().insertInto('class_programs').values({ class_id: id, program_id: other }).execute();
  const [home, site, elsewhere, off, unsold] = [
    await category(null, { program_id: own }),
    await category(),
    await category(null, { program_id: other }),
    await category(null, { program_id: own, status: 0 }),
    await category(null, { program_id: third }),
  ];
  const [below, unlike] = [await category(home), await category(home, { program_id: third })];
  const all = [home, site, elsewhere, off, unsold];
  type Branch = { id: number; sub_categories: { id: number }[] };
  const offered = async (call: Call, query = '') => {
    const { categories } = (await call('GET', `class/${id}/categories${query}`)).body;
    return (categories as Branch[]).filter((branch) => all.includes(branch.id));
  };
  const ids = (branches: Branch[]) => branches.map((branch) => branch.id).toSorted((a, b) => a - b);
  const branches = await offered(superadmin);
  expect(ids(branches)).toEqual([home, site, elsewhere]);
  expect(branches.find((branch) => branch.id === home)?.sub_categories.map((sub) => sub.id)).toEqual([below]);
  expect(ids(await offered(superadmin, `?program_id=${third}`))).toEqual([home, site, elsewhere, unsold]);
  expect(ids(await offered(bound))).toEqual([home]);
  await db()
    .insertInto('site_category_programs')
    .values({ category_id: site as number, program_id: own })
    .execute();
  expect(ids(await offered(bound))).toEqual([home, site]);
  for (const one of all) {
    const { status } = await save(superadmin, { category: one });
    expect([one, status]).toEqual([one, [home, site, elsewhere].includes(one) ? 200 : 400]);
  }
  for (const [one, status] of [
    [below, 200],
    [unlike, 400],
  ])
    expect((await save(superadmin, { category: home, sub_category: one })).status).toBe(status);
  // What is chosen stays among them, whatever becomes of it.
  await db().updateTable('site_categories').set({ status: 0 }).where('id', '=', home).execute();
  expect(ids(await offered(bound))).toEqual([home, site]);
});

test('a category is active and of a program that sells the class: 400 in words', async () => {
  const said = async (call: Call, class_data: object) => {
    const { status, body } = await save(call, class_data);
    return status === 200 ? status : [status, body.errors[0].path, body.message];
  };
  const off = await category(null, { category_name: 'Looms', program_id: own, status: 0 });
  const foreign = await category(null, { category_name: 'Kilns', program_id: other });
  const [top, site] = [await category(null, { program_id: own }), await category()];
  const below = await category(top, { category_name: 'Wheels', program_id: own, status: 0 });
  const unlike = await category(site, { category_name: 'Glazes', program_id: other });
  const switchedOff = [400, 'class_data.category', 'The category "Looms" is inactive'];
  expect(await said(bound, { category: off })).toEqual(switchedOff);
  expect(await said(superadmin, { category: off })).toEqual(switchedOff);
  expect(await said(superadmin, { category: foreign })).toEqual([
    400,
    'class_data.category',
    'The category "Kilns" belongs to no program that sells this class',
  ]);
  expect(await said(superadmin, { category: top, sub_category: below })).toEqual([
    400,
    'class_data.sub_category',
    'The category "Wheels" is inactive',
  ]);
  expect(await said(superadmin, { category: site, sub_category: unlike })).toEqual([
    400,
    'class_data.sub_category',
    'The category "Glazes" belongs to no program that sells this class',
  ]);
  // Of the program to which it is moved by the same save, and then of one that only sells it.
  expect(await said(superadmin, { category: foreign, program_id: other })).toBe(200);
  expect(await said(superadmin, { category: top })).toBe(200);
  // What stands stays when it is switched off.
  await db().updateTable('site_categories').set({ status: 0 }).where('id', '=', top).execute();
  expect(await said(superadmin, { category: top, class_name: 'The same' })).toBe(200);
});

describe('deleting', () => {
  const enrol = async (values: object = {}) => {
    const user = await makeSiteUser(db(), { program_id: own });
    await db()
      .insertInto('class_users')
      .values({ class_id: id, user_id: user.id, ...values })
      .execute();
  };
  const session = (hours: number, values: object = {}) => {
    const at = (more: number) => new Date(Date.now() + (hours + more) * 3_600_000).toISOString();
    return db()
      .insertInto('class_sessions')
      .values({ class_id: id, start_at: at(0), end_at: at(1), ...values })
      .execute();
  };

  test('is refused with the reason where enrolled students have sessions to come, but with force', async () => {
    await enrol();
    await session(24);
    const refused = await save(bound, { del_flag: 1, class_name: 'Gone' });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [
        {
          path: 'class_data.del_flag',
          message: '1 enrolled student with 1 session still to come',
        },
      ],
    ]);
    expect(await stored()).toMatchObject({ del_flag: 0 });
    expect((await save(bound, { del_flag: 1 }, { force: true })).body.class.del_flag).toBe(1);
    expect((await save(bound, { del_flag: 1, class_name: 'Gone' })).status).toBe(200);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['nobody is enrolled', () => session(24)],
    ['whoever was has been blocked', async () => [await enrol({ enrol_status: 5 }), await session(24)]],
    [
      'whoever was has had the money back',
      async () => [await enrol({ cancel_after_refund: 1 }), await session(24)],
    ],
    ['all sessions are past', async () => [await enrol(), await session(-24)]],
    ['those to come do not take place', async () => [await enrol(), await session(24, { cancelled: 1 })]],
  ])('is free where %s', async (_, prepare) => {
    await prepare();
    expect((await save(bound, { del_flag: 1 })).body.class.del_flag).toBe(1);
  });
});

describe('whose it is', () => {
  test('is said by a 403 to those who only sell it, by a 404 to anybody else', async () => {
    expect((await save(elsewhere, { class_name: 'Mine' })).status).toBe(404);
    await db().insertInto('class_programs').values({ class_id: id, program_id: other }).execute();
    const { status, body } = await save(elsewhere, { class_name: 'Mine' });
    expect([status, body.message]).toEqual([403, 'This class belongs to another program']);
    expect((await elsewhere('PATCH', `class/${id}/bundles`, { classes: [] })).status).toBe(403);
    expect((await elsewhere('PATCH', `class/${id}/translations`, { translations: [] })).status).toBe(403);
    expect((await stored()).class_name).not.toBe('Mine');
  });

  test('is moved by global admins alone, and stays sold where it was at home', async () => {
    expect((await save(bound, { program_id: other })).status).toBe(403);
    expect((await save(bound, { program_id: own })).status).toBe(200);
    const { body } = await save(global, { program_id: other });
    expect(body.class).toMatchObject({
      program_id: other,
      programs: [
        { program_id: other, home: true, active: 1 },
        { program_id: own, home: false, active: 1 },
      ],
    });
    expect((await save(bound, { class_name: 'Mine' })).status).toBe(403);
    expect((await save(elsewhere, { class_name: 'Mine' })).status).toBe(200);
    expect((await save(global, { enrol_reward: 250 })).body.class.enrol_reward).toBe(250);
    expect((await save(global, { program_id: 0 })).body.class.program_id).toBe(0);
  });
});

describe('two at once', () => {
  test('a save over another’s is a 409 by name, and writes nothing', async () => {
    const { updated_at } = await stored();
    expect((await save(superadmin, { class_name: 'Theirs', updated_at })).status).toBe(200);
    const { status, body } = await save(bound, { class_name: 'Mine', updated_at });
    expect([status, body.conflict.changed_by]).toEqual([409, 'super@example.com']);
    expect((await stored()).class_name).toBe('Theirs');
  });

  test('of fifty that read the same, one saves', async () => {
    const { updated_at } = await stored();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        save(at % 2 ? bound : global, { class_name: `Save ${at}`, updated_at }),
      ),
    );
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    const won = answers.findIndex(({ status }) => status === 200);
    expect((await stored()).class_name).toBe(`Save ${won}`);
  });
});
