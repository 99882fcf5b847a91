/** The programs that sell a class: the links, their tags, what stays whatever is sent. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeClass, makeInstructor, makeProgram } from '../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../test/harness.ts';
import type { ListedClass } from '../contract.ts';
import type { ClassLink } from '../links-contract.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let [own, other, third]: number[] = [];
let ada: number;
let superadmin: Call;
let bound: Call;
let elsewhere: Call;
let id: number;
let tags: Record<'own' | 'other' | 'off', number>;

beforeAll(async () => {
  const program = async (program_display_name: string) =>
    (await makeProgram(db(), { program_display_name })).id;
  [own, other, third] = [await program('Brightside'), await program('Faraway'), await program('Midtown')];
  ada = (await makeInstructor(db(), { program_id: own })).id;
  const tag = async (program_id: number, name: string, active = 1) =>
    (
      await db()
        .insertInto('program_tags')
        .values({ program_id, name, active })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  tags = {
    own: await tag(own ?? 0, 'Hands on'),
    other: await tag(other ?? 0, 'Hands off'),
    off: await tag(own ?? 0, 'Of old', 0),
  };
  superadmin = await app().as({ permissions: ['superadmin'], email: 'super@example.com' });
  bound = await app().as({ permissions: ['catalogue'], program_id: own, email: 'bound@example.com' });
  elsewhere = await app().as({ permissions: ['catalogue'], program_id: other, email: 'else@example.com' });
});
beforeEach(async () => {
  id = (await makeClass(db(), { instructor_id: ada, program_id: own })).id;
});

const save = (programs: object[], rest: object = {}, call = superadmin) =>
  call('PATCH', `class/${id}/programs`, { programs, ...rest });
const tag = (call: Call, program_id: number | undefined, given: number[], rest: object = {}) =>
  call('PATCH', `class/${id}/tags`, { program_id, tags: given, ...rest });
const links = () =>
  db().selectFrom('class_programs').selectAll().where('class_id', '=', id).orderBy('program_id').execute();
const linksOf = async (call: Call): Promise<ClassLink[]> =>
  (await call('GET', `class/${id}/programs`)).body.programs;
const sold = (program_id = other ?? 0, values: object = {}) =>
  db()
    .insertInto('class_programs')
    .values({ class_id: id, program_id, ...values })
    .execute();

describe('PATCH class/{id}/programs', () => {
  test('replaces the links with all they hold; the home comes first, then by name', async () => {
    const given = [
      { program_id: third, active: 0, discount_percentage: 20, featured: 'y', display_order: 4, tags: [] },
      {
        program_id: other,
        active: 1,
        discount_percentage: 0,
        featured: 'n',
        display_order: 0,
        tags: [tags.other],
      },
    ];
    const { status, body } = await save(given);
    const home = { active: 1, discount_percentage: 0, featured: 'n', display_order: 0, tags: [] };
    expect([status, body.programs]).toEqual([
      200,
      [
        { program_id: own, program_display_name: 'Brightside', home: true, ...home },
        { ...given[1], program_display_name: 'Faraway', home: false },
        { ...given[0], program_display_name: 'Midtown', home: false },
      ],
    ]);
    expect(await linksOf(bound)).toEqual(body.programs.map((link: ClassLink) => ({ ...link, tags: [] })));
    expect(await linksOf(elsewhere)).toEqual([body.programs[1]]);
    // Sent back as it was read, with names and all, nothing changes.
    expect((await save(body.programs)).body).toEqual(body);
  });

  test.each([
    ['x', -3, 'yes', { discount_percentage: 0, display_order: 0, featured: 'n' }],
    [12.7, '12.7', 'y', { discount_percentage: 12, display_order: 12, featured: 'y' }],
    [140, 'x', 'Y', { discount_percentage: 100, display_order: 0, featured: 'n' }],
    [-1, null, true, { discount_percentage: 0, display_order: 0, featured: 'n' }],
  ])('coerces a discount of %j, a place of %j and a mark of %j', async (discount, place, mark, expected) => {
    const link = { program_id: other, discount_percentage: discount, display_order: place, featured: mark };
    const { status, body } = await save([link]);
    expect([status, body.programs[1]]).toEqual([200, expect.objectContaining(expected)]);
  });

  test('leaves what a link leaves out as it was', async () => {
    const whole = { active: 0, discount_percentage: 20, featured: 'y', display_order: 4, tags: [tags.other] };
    await save([{ program_id: other, ...whole }]);
    const { body } = await save([{ program_id: other, display_order: 5 }]);
    expect(body.programs[1]).toMatchObject({ ...whole, display_order: 5 });
  });

  test('keeps the home, and takes away only what has been switched off: 400 by name otherwise', async () => {
    await save([{ program_id: other }, { program_id: third, active: 0 }]);
    const { status, body } = await save([]);
    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'programs', message: 'It can be bought in Faraway: switch that off before you take it away' }],
    ]);
    expect(await links()).toHaveLength(3);
    expect(
      (await save([{ program_id: other }])).body.programs.map((link: ClassLink) => link.program_id),
    ).toEqual([own, other]);
    await save([{ program_id: other, active: 0 }]);
    expect((await save([])).body.programs).toMatchObject([{ program_id: own, home: true }]);
  });

  test.each<[string, () => object[], string]>([
    ['a program twice', () => [{ program_id: other }, { program_id: other }], 'programs.1.program_id'],
    ['no such program', () => [{ program_id: 2_000_000_000 }], 'programs.0.program_id'],
    [
      'a tag of another program',
      () => [{ program_id: other, tags: [tags.other, tags.own] }],
      'programs.0.tags.1',
    ],
    ['no such tag', () => [{ program_id: other, tags: [2_000_000_000] }], 'programs.0.tags.0'],
    ['a tag that is switched off', () => [{ program_id: own, tags: [tags.off] }], 'programs.0.tags.0'],
  ])('refuses %s: 400 that names it', async (_, given, path) => {
    const { status, body } = await save(given());
    expect([status, body.errors?.[0].path]).toEqual([400, path]);
    expect(await links()).toHaveLength(1);
  });

  test('leaves one entry, and makes what was edited nobody’s bulk any more', async () => {
    const { id: bulk_id } = await db()
      .insertInto('bulk_assignments')
      .values({ classes: 1, linked: 2 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sold(other, { bulk_id });
    await sold(third, { bulk_id });
    const before = await links();
    await save([{ program_id: other, discount_percentage: 5 }, { program_id: third }]);
    const after = await links();
    expect(after.map((link) => link.bulk_id)).toEqual([null, null, bulk_id]);
    expect(after.map(({ updated_at }, at) => updated_at > (before[at]?.updated_at ?? ''))).toEqual([
      false,
      true,
      false,
    ]);
    const { audit } = (await superadmin('GET', `audit?entity=class&entity_id=${id}`)).body;
    expect(audit).toMatchObject([
      { action: 'programs', program_id: own, after: { programs: [{}, { discount_percentage: 5 }, {}] } },
      { action: 'programs', program_id: other, after: { programs: [{ discount_percentage: 5 }] } },
    ]);
  });

  test('is told to whom it concerns: the home’s staff read no tags of others, the others their own link', async () => {
    const { id: tag } = await db()
      .insertInto('program_tags')
      .values({ program_id: other as number, name: `Told ${id}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    await save([{ program_id: other, tags: [tag] }]);
    const read = async (program_id: number) => {
      const reader = await app().as({ permissions: ['audit'], program_id });
      const { audit } = (await reader('GET', `audit?entity=class&entity_id=${id}`)).body;
      return audit.map(({ after }: { after: { programs: { tags: number[] }[] } }) =>
        after.programs.map(({ tags }) => tags),
      );
    };
    expect(await read(own as number)).toEqual([[[], []]]);
    expect(await read(other as number)).toEqual([[[tag]]]);
    const { audit } = (await superadmin('GET', `audit?entity=class&entity_id=${id}`)).body;
    expect(audit.map(({ program_id }: { program_id: number }) => program_id)).toEqual([0, own, other]);
  });

  test('over another’s is a 409 by name; of fifty that read the same one saves', async () => {
    const { updated_at } = (await superadmin('GET', `class/${id}/programs`)).body;
    const others = await app().as({ permissions: ['superadmin'], email: 'other@example.com' });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        save([{ program_id: other, display_order: at }], { updated_at }, at % 2 ? superadmin : others),
      ),
    );
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await links())[1]).toMatchObject({ display_order: winner });
    expect(answers.find(({ status }) => status === 409)?.body.conflict.changed_by).toBe(
      winner % 2 ? 'super@example.com' : 'other@example.com',
    );
  });
});

describe('PATCH class/{id}/tags', () => {
  test('tags a class in the program of its staff, at home or not, and nowhere else', async () => {
    await sold();
    expect((await tag(bound, own, [tags.own])).body.tags).toEqual([tags.own]);
    expect((await tag(elsewhere, other, [tags.other, tags.other])).body.tags).toEqual([tags.other]);
    expect((await tag(bound, other, [])).status).toBe(403);
    expect((await tag(elsewhere, own, [])).status).toBe(403);
    const row = async (call: Call): Promise<ListedClass> =>
      (await call('GET', `classes?name=%23${id}&program_id=${own}`)).body.classes.find(
        (one: ListedClass) => one.id === id,
      );
    expect((await row(superadmin)).tags).toEqual([
      { program_id: own, tag_id: tags.own },
      { program_id: other, tag_id: tags.other },
    ]);
    expect((await row(bound)).tags).toHaveLength(1);
    expect((await tag(bound, own, [])).body.tags).toEqual([]);
    expect((await tag(superadmin, other, [])).body.tags).toEqual([]);
  });

  test('refuses a tag of another program, one that is off, and a program that does not sell it', async () => {
    const pathOf = async (program: number | undefined, given: number[]) =>
      (await tag(superadmin, program, given)).body.errors?.[0].path;
    expect(await pathOf(own, [tags.own, tags.other])).toBe('tags.1');
    expect(await pathOf(own, [tags.off])).toBe('tags.0');
    expect(await pathOf(third, [])).toBe('program_id');
    expect((await tag(elsewhere, other, [])).status).toBe(404);
    // One that stood there before it was switched off may stay.
    await db()
      .insertInto('class_program_tags')
      .values({ class_id: id, program_id: own ?? 0, tag_id: tags.off })
      .execute();
    expect((await tag(bound, own, [tags.off, tags.own])).status).toBe(200);
  });

  test('over another’s is a 409 by name, at home and where it is only sold', async () => {
    await sold();
    for (const [call, program, mine, email] of [
      [bound, own, tags.own, 'bound@example.com'],
      [elsewhere, other, tags.other, 'else@example.com'],
    ] as const) {
      const { updated_at } = (await call('GET', `class/${id}/programs`)).body;
      expect((await call('GET', `class/${id}`)).body.class.updated_at).toBe(updated_at);
      expect((await tag(call, program, [mine], { updated_at })).status).toBe(200);
      const { status, body } = await tag(call, program, [], { updated_at });
      expect([status, body.conflict.changed_by]).toEqual([409, email]);
    }
  });
});

describe('the categories of a class that is sold elsewhere from now on', () => {
  const category = async (category_name: string, program_id: number | undefined, parent_id?: number) => {
    const values = { category_name, program_id: program_id ?? null, parent_id: parent_id ?? null };
    return await db()
      .insertInto('site_categories')
      .values(values)
      .returning(['id', 'category_name'])
      .executeTakeFirstOrThrow();
  };
  const held = async () =>
    db()
      .selectFrom('classes')
      .select(['category', 'sub_category'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const put = (top: { id: number }, below: { id: number }) =>
    superadmin('PATCH', `class/${id}`, { class_data: { category: top.id, sub_category: below.id } });

  test('are lost with the last program that has them: said before, answered and recorded', async () => {
    await sold();
    const top = await category('Pottery', other);
    const below = await category('Wheels', other, top.id);
    expect((await put(top, below)).status).toBe(200);
    const lost = async (programs: string) =>
      (await superadmin('GET', `class/${id}/lost-categories?programs=${programs}`)).body.lost_categories;
    expect(await lost(`${own},${other}`)).toEqual([]);
    expect(await lost(`${own}`)).toEqual([top, below]);
    expect(await held()).toEqual({ category: top.id, sub_category: below.id });
    const off = await save([{ program_id: other, active: 0 }]);
    expect(off.body.lost_categories).toEqual([]);
    const { body } = await save([]);
    expect(body.lost_categories).toEqual([top, below]);
    expect(await held()).toEqual({ category: null, sub_category: null });
    const entry = await db()
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('entity', '=', 'class')
      .where('entity_id', '=', String(id))
      .where('program_id', '=', own ?? 0)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry).toMatchObject({
      before: { category: top.id, sub_category: below.id },
      after: { category: null, sub_category: null },
    });
  });

  test('stay where another program has them, and so does a category whose sub-category alone is lost', async () => {
    await sold();
    const top = await category('Of the site', undefined);
    const below = await category('Wheels', other, top.id);
    expect((await put(top, below)).status).toBe(200);
    await save([{ program_id: other, active: 0 }]);
    expect((await save([])).body.lost_categories).toEqual([below]);
    expect(await held()).toEqual({ category: top.id, sub_category: null });
  });

  test('are read by who says where it is sold', async () => {
    const path = `class/${id}/lost-categories?programs=${own}`;
    expect((await bound('GET', path)).status).toBe(403);
    expect((await superadmin('GET', `class/${id}/lost-categories?programs=x`)).status).toBe(400);
    expect((await superadmin('GET', `class/2000000000/lost-categories?programs=${own}`)).status).toBe(404);
  });
});

describe('a star and a place', () => {
  const star = (call: Call, program_id: number | undefined) =>
    call('PATCH', `class/${id}/featured`, { program_id });
  const place = (call: Call, program_id: number | undefined, display_order: unknown) =>
    call('PATCH', `class/${id}/display-order`, { program_id, display_order });

  test('are given by the staff of each program that sells it, and the class stays as it is', async () => {
    await sold();
    const { updated_at } = (await superadmin('GET', `class/${id}`)).body.class;
    expect((await star(bound, own)).body).toEqual({ featured: 'y' });
    expect((await star(elsewhere, other)).body).toEqual({ featured: 'y' });
    expect((await star(elsewhere, other)).body).toEqual({ featured: 'n' });
    expect((await place(elsewhere, other, '12.7')).body).toEqual({ display_order: 12 });
    for (const nothing of ['x', -1, null])
      expect((await place(bound, own, nothing)).body).toEqual({ display_order: 0 });
    expect((await place(bound, own, undefined)).status).toBe(400);
    expect(await links()).toMatchObject([
      { featured: true, display_order: 0 },
      { featured: false, display_order: 12 },
    ]);
    expect((await superadmin('GET', `class/${id}`)).body.class.updated_at).toBe(updated_at);
  });

  test('are refused beyond the own program, and where it is not sold', async () => {
    expect((await star(elsewhere, other)).status).toBe(404);
    expect((await star(bound, other)).status).toBe(403);
    expect((await star(superadmin, other)).body.errors[0].path).toBe('program_id');
    await sold();
    expect((await place(elsewhere, own, 1)).status).toBe(403);
    expect((await links()).every((link) => !link.featured && link.display_order === 0)).toBe(true);
  });

  test('fifty stars at once are as many turns, and lose no tag and no save of the links', async () => {
    await sold();
    const answers = await Promise.all([
      ...Array.from({ length: 50 }, (_, at) => star(at % 2 ? elsewhere : superadmin, other)),
      tag(elsewhere, other, [tags.other]),
      save([{ program_id: other, discount_percentage: 7 }]),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const turns = answers.slice(0, 50).map(({ body }) => body.featured);
    expect(turns.filter((featured) => featured === 'y')).toHaveLength(25);
    expect((await links())[1]).toMatchObject({ featured: false, discount_percentage: 7 });
    expect((await linksOf(superadmin))[1]?.tags).toEqual([tags.other]);
  });
});
