import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../../server/db/client.ts';
import { makeCategory, makeInstructor, makeProgram } from '../../../../test/factories.ts';
import { type Call, useTestApp } from '../../../../test/harness.ts';
import { system } from '../../../../test/system.ts';
import { assignClasses } from './bulk-assignments.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
let call: Call;
let instructor: number;
let home: number;
let targets: number[];

beforeAll(async () => {
  call = await app().as({ permissions: ['superadmin'] });
  home = (await makeProgram(db())).id;
  instructor = (await makeInstructor(db(), { program_id: home })).id;
  targets = [];
  for (let n = 0; n < 3; n++) targets.push((await makeProgram(db())).id);
});

async function newClasses(count: number, class_name = 'Class'): Promise<number[]> {
  const values = { class_name, program_id: home, instructor_id: instructor };
  const rows = Array.from({ length: count }, () => values);
  const made = await db().insertInto('classes').values(rows).returning('id').execute();
  return made.map(({ id }) => id);
}

/** Every link of these classes, as it stands. */
const linksOf = async (ids: readonly number[]) =>
  (
    await sql<object>`select class_id, program_id, active, discount_percentage, featured, display_order, bulk_id
      from class_programs where class_id = any (${ids}::integer[]) order by 1, 2`.execute(db())
  ).rows;

describe('POST classes/programs', () => {
  test('links what is not linked yet, says how many were, and is one entry of the audit', async () => {
    const ids = await newClasses(3);
    await db()
      .insertInto('class_programs')
      .values({ class_id: ids[0] ?? 0, program_id: targets[0] ?? 0 })
      .execute();
    const { status, body } = await call('POST', 'classes/programs', {
      class_ids: [...ids, ids[0]],
      program_ids: targets,
      discount_percentage: 15,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ bulk: expect.any(Number), linked: 8, already: 1, count: 3 });
    expect(body.classes[0]).toEqual({ id: ids[0], class_name: 'Class', already: [targets[0]] });
    expect(
      (await linksOf(ids)).filter((link) => 'bulk_id' in link && link.bulk_id === body.bulk),
    ).toHaveLength(8);
    const { audit } = (await call('GET', `audit?entity=bulk&entity_id=${body.bulk}`)).body;
    const told = audit.map((entry: { program_id: number; below: number }) => [entry.program_id, entry.below]);
    expect(told.toSorted(([a]: number[], [b]: number[]) => (a ?? 0) - (b ?? 0))).toEqual([
      [0, 3],
      ...targets.map((program_id, index) => [program_id, index === 0 ? 2 : 3]),
    ]);
    const ofClass = (await call('GET', `audit?entity=class&entity_id=${ids[1]}`)).body.audit;
    expect(ofClass.map((entry: { after: object }) => entry.after)).toContainEqual({
      program_id: targets[2],
      discount_percentage: 15,
    });
  });

  test('a dry run says the same and writes nothing', async () => {
    const ids = await newClasses(2);
    const before = await linksOf(ids);
    const wish = { class_ids: ids, program_ids: targets, dry_run: 1 };
    expect((await call('POST', 'classes/programs', wish)).body).toMatchObject({
      bulk: null,
      linked: 6,
      already: 0,
      count: 2,
    });
    expect(await linksOf(ids)).toEqual(before);
  });

  test('by filter, where it still matches as many; a 409 with the number of now where it does not', async () => {
    const ids = await newClasses(4, 'Glassblowing');
    const wish = { filter: { name: 'glassblowing', program_id: home }, program_ids: targets.slice(0, 1) };
    const stale = await call('POST', 'classes/programs', { ...wish, count: 3 });
    expect([stale.status, stale.body.count]).toEqual([409, 4]);
    expect(stale.body.message).toBe('The list now has 4 classes, not 3');
    expect(await linksOf(ids)).toHaveLength(4);
    expect((await call('POST', 'classes/programs', { ...wish, count: 4 })).body).toMatchObject({ linked: 4 });
  });

  test.each([
    ['no classes', { program_ids: [1] }, 'class_ids'],
    ['both ways', { class_ids: [1], filter: {}, count: 1, program_ids: [1] }, 'class_ids'],
    ['a filter without its number', { filter: {}, program_ids: [1] }, 'count'],
    ['no programs', { class_ids: [1], program_ids: [] }, 'program_ids'],
  ])('refuses %s', async (_, wish, path) => {
    const { status, body } = await call('POST', 'classes/programs', wish);
    expect([status, body.errors[0].path]).toEqual([400, path]);
  });

  test.each([
    [12.7, 12],
    ['12,7', 12],
    [140, 100],
    ['x', 0],
    [null, 0],
  ])('a discount of %j is %i, as where one class is linked', async (discount_percentage, discount) => {
    const ids = await newClasses(1);
    const wish = { class_ids: ids, program_ids: targets.slice(0, 1), discount_percentage };
    expect((await call('POST', 'classes/programs', wish)).body).toMatchObject({ linked: 1 });
    expect(await linksOf(ids)).toContainEqual(
      expect.objectContaining({ discount_percentage: discount, active: 1 }),
    );
  });

  test('names what is not there, and links nothing then', async () => {
    const ids = await newClasses(1);
    const away = 2_000_000_000;
    const noClass = await call('POST', 'classes/programs', {
      class_ids: [...ids, away],
      program_ids: targets,
    });
    expect([noClass.status, noClass.body.errors[0]]).toEqual([
      400,
      { path: 'class_ids.1', message: `There is no class ${away}` },
    ]);
    const noProgram = await call('POST', 'classes/programs', { class_ids: ids, program_ids: [away] });
    expect(noProgram.body.errors[0].path).toBe('program_ids.0');
    expect(await linksOf(ids)).toHaveLength(1);
  });

  test('a thousand classes to three programs: cut off half-way nothing stands, repeated all, once by its key', async () => {
    const ids = await newClasses(1000);
    const before = await linksOf(ids);
    const cut = inTransaction(db(), async (trx) => {
      await assignClasses(system(trx), {
        class_ids: ids,
        program_ids: targets,
        discount_percentage: 0,
        dry_run: false,
      });
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
    });
    await expect(cut).rejects.toThrow(/terminat|connection/i);
    expect(await linksOf(ids)).toEqual(before);
    const key = { 'idempotency-key': `bulk-${ids[0]}` };
    const wish = { class_ids: ids, program_ids: targets };
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', 'classes/programs', wish, key)));
    expect(new Set(answers.map(({ body }) => body.bulk)).size).toBe(1);
    expect(answers[0]?.body.linked).toBe(3000);
    expect(await linksOf(ids)).toHaveLength(4000);
    const undone = await call('POST', `bulk/${answers[0]?.body.bulk}/undo`);
    expect(undone.body).toMatchObject({ unlinked: 3000, kept: 0 });
    expect(await linksOf(ids)).toEqual(before);
  });

  test('fifty at once of the same classes link each pair once', async () => {
    const ids = await newClasses(20);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        call('POST', 'classes/programs', {
          class_ids: n % 2 === 0 ? ids : ids.toReversed(),
          program_ids: n % 3 === 0 ? targets : targets.toReversed(),
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.reduce((sum, { body }) => sum + body.linked, 0)).toBe(60);
  });
});

describe('POST bulk/{id}/undo', () => {
  test('whatever was linked before and edited since stays, all else is as it was', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ linked: fc.boolean(), edited: fc.boolean(), moved: fc.boolean() }), {
          minLength: 1,
          maxLength: 5,
        }),
        async (classes) => {
          const ids = await newClasses(classes.length);
          const [target = 0] = targets;
          for (const [index, { linked }] of classes.entries())
            if (linked)
              await db()
                .insertInto('class_programs')
                .values({ class_id: ids[index] ?? 0, program_id: target })
                .execute();
          const before = await linksOf(ids);
          const { bulk } = (await call('POST', 'classes/programs', { class_ids: ids, program_ids: [target] }))
            .body;
          for (const [index, { edited, moved }] of classes.entries()) {
            const id = ids[index] ?? 0;
            if (edited)
              await sql`update class_programs set display_order = 3
                where class_id = ${id} and program_id = ${target}`.execute(db());
            if (moved)
              await db().updateTable('classes').set({ program_id: target }).where('id', '=', id).execute();
          }
          const between = await linksOf(ids);
          const undone = (await call('POST', `bulk/${bulk}/undo`)).body;
          const kept = classes.filter(({ linked, edited, moved }) => !linked && (edited || moved)).length;
          const unlinked = classes.filter(({ linked, edited, moved }) => !linked && !edited && !moved).length;
          expect(undone).toMatchObject({ unlinked, kept });
          const pairs = (links: object[]) => links.map((link) => JSON.stringify({ ...link, bulk_id: null }));
          const gone = pairs(between).filter((link) => !pairs([]).includes(link));
          const after = pairs(await linksOf(ids));
          expect(gone.length - after.length).toBe(unlinked);
          for (const link of pairs(before).filter((one) => pairs(between).includes(one)))
            expect(after).toContain(link);
        },
      ),
      { numRuns: 15 },
    );
  });

  test('takes the categories along that no other program of a class has, and says of which', async () => {
    const [class_id = 0, other = 0] = await newClasses(2);
    const [target = 0, further = 0] = targets;
    const { id: category, category_name } = await makeCategory(db(), {
      program_id: target,
      programs: [further],
    });
    await db().insertInto('class_programs').values({ class_id: other, program_id: further }).execute();
    const wish = { class_ids: [class_id, other], program_ids: [target] };
    const { bulk } = (await call('POST', 'classes/programs', wish)).body;
    for (const id of wish.class_ids)
      expect((await call('PATCH', `class/${id}`, { class_data: { category } })).status).toBe(200);
    expect((await call('POST', `bulk/${bulk}/undo`)).body).toEqual({
      unlinked: 2,
      kept: 0,
      category_losses: {
        count: 1,
        classes: [{ id: class_id, class_name: 'Class', lost_categories: [{ id: category, category_name }] }],
      },
    });
    const held = async (id: number) => (await call('GET', `class/${id}`)).body.class.category;
    expect([await held(class_id), await held(other)]).toEqual([null, category]);
    const { audit } = (await call('GET', `audit?entity=class&entity_id=${class_id}&action=programs`)).body;
    expect(audit).toContainEqual(
      expect.objectContaining({
        program_id: home,
        before: { category, sub_category: null },
        after: { category: null, sub_category: null },
      }),
    );
  });

  test('is done once', async () => {
    const ids = await newClasses(1);
    const { bulk } = (await call('POST', 'classes/programs', { class_ids: ids, program_ids: targets })).body;
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('POST', `bulk/${bulk}/undo`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status !== 200)?.body.message).toBe(
      'This assignment is already undone',
    );
    expect(await linksOf(ids)).toHaveLength(1);
    expect((await call('POST', 'bulk/2000000000/undo')).status).toBe(404);
  });
});

test('whoever has the programs of a class open hears of it, and brings nothing back that was undone', async () => {
  const [linked = 0, before = 0] = await newClasses(2);
  const open = async (id: number) => (await call('GET', `class/${id}/programs`)).body;
  const save = (id: number, body: object) => call('PATCH', `class/${id}/programs`, body);
  await db()
    .insertInto('class_programs')
    .values(targets.map((program_id) => ({ class_id: before, program_id })))
    .execute();
  const [read, untouched] = [await open(linked), await open(before)];
  const wish = { class_ids: [linked, before], program_ids: targets };
  const { bulk } = (await call('POST', 'classes/programs', wish)).body;
  expect((await save(linked, read)).status).toBe(409);
  expect((await open(before)).updated_at).toBe(untouched.updated_at);
  const again = await open(linked);
  await call('POST', `bulk/${bulk}/undo`);
  const late = await save(linked, again);
  expect([late.status, late.body.conflict.changed_by]).toEqual([409, expect.stringContaining('@')]);
  expect(await linksOf([linked])).toHaveLength(1);
});

test('is the superadmins’ alone', async () => {
  const below = await app().as({ permissions: ['programadmin'] });
  const [id = 0] = await newClasses(1);
  expect((await below('POST', 'classes/programs', { class_ids: [id], program_ids: targets })).status).toBe(
    403,
  );
  expect((await below('POST', 'bulk/1/undo')).status).toBe(403);
});
