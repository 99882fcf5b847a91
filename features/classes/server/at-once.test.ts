/** What two people do at the same moment leaves nothing that either alone would have been refused. */
import { beforeAll, expect, test } from 'vitest';
import { makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';

const ROUNDS = 8;

const app = useTestApp();
const db = () => app().platform.database.everything;
let call: Call;
let home: number;
let other: number;
let instructor: number;

beforeAll(async () => {
  call = await app().as({ permissions: ['superadmin'] });
  home = (await makeProgram(db())).id;
  other = (await makeProgram(db())).id;
  instructor = (await makeInstructor(db(), { program_id: home })).id;
});

async function newClasses(count: number): Promise<number[]> {
  const values = { class_name: 'Class', program_id: home, instructor_id: instructor };
  const rows = Array.from({ length: count }, () => values);
  return (await db().insertInto('classes').values(rows).returning('id').execute()).map(({ id }) => id);
}

const change = (id: number, class_data: object) => call('PATCH', `class/${id}`, { class_data });

test('a class that moves into a program while a bulk assignment is undone there is sold there', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const ids = await newClasses(8);
    const { bulk } = (await call('POST', 'classes/programs', { class_ids: ids, program_ids: [other] })).body;
    await Promise.all([
      ...ids.map((id) => change(id, { program_id: other })),
      call('POST', `bulk/${bulk}/undo`),
    ]);
    const homeless = await db()
      .selectFrom('classes as c')
      .leftJoin('class_programs as l', (join) =>
        join.onRef('l.class_id', '=', 'c.id').onRef('l.program_id', '=', 'c.program_id'),
      )
      .select('c.id')
      .where('c.id', 'in', ids)
      .where('l.class_id', 'is', null)
      .execute();
    expect(homeless).toEqual([]);
  }
});

test('a class is deleted, or a student comes back to its sessions, not both', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [class_id = 0] = await newClasses(1);
    const user = await makeSiteUser(db(), { program_id: home });
    const start_at = new Date(Date.now() + 86_400_000).toISOString();
    const end_at = new Date(Date.now() + 90_000_000).toISOString();
    await db().insertInto('class_sessions').values({ class_id, start_at, end_at }).execute();
    const { id } = await db()
      .insertInto('class_users')
      .values({ class_id, user_id: user.id, enrol_status: 5 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const another = await makeSiteUser(db(), { program_id: home });
    const answers = await Promise.all([
      change(class_id, { del_flag: 1 }),
      call('PATCH', `class/user-enrol/switch/${id}`),
      call('POST', `class/${class_id}/user-enrol/${another.id}`),
    ]);
    const [deleted, ...came] = answers.map(({ status }) => status === 200);
    expect(deleted && came.includes(true), JSON.stringify(answers.map(({ body }) => body))).toBe(false);
    expect(deleted || !came.includes(false)).toBe(true);
  }
});

test('a category is deleted, or classes are put into it, not both', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const data = { category_name: `Category ${round}`, program_id: 0 };
    const category = (await call('POST', 'site-category', { data })).body.category.id;
    const ids = await newClasses(3);
    const [deleted, ...put] = (
      await Promise.all([
        call('PATCH', `site-category/${category}`, { data: { del_flag: 1 } }),
        ...ids.map((id) => change(id, { category })),
      ])
    ).map(({ status }) => status === 200);
    expect(deleted && put.includes(true)).toBe(false);
    expect(deleted || put.every(Boolean)).toBe(true);
  }
});

test('a bulk assignment and saves of the same links, in whatever order, wait for each other', async () => {
  const programs = [home, other];
  for (let n = 0; n < 4; n++) programs.push((await makeProgram(db())).id);
  const backwards = programs.toReversed().map((program_id) => ({ program_id }));
  const ids = await newClasses(20);
  const answers = await Promise.all([
    ...ids.map((id) => call('PATCH', `class/${id}/programs`, { programs: backwards })),
    call('POST', 'classes/programs', { class_ids: ids, program_ids: programs }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});
