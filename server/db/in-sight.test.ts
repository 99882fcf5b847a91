/** What a program's session may name without reading it: naming it would make it one's own to read. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeClass, makeInstructor, makeProgram } from '../../test/factories.ts';
import { useTestApp } from '../../test/harness.ts';
import { scopeKey, signedScope } from './scope.ts';

const app = useTestApp();
let scoped: pg.Client;
let own: { instructor: number; bundle: number; other: number };
let foreign: { instructor: number; class_id: number };

beforeAll(async () => {
  const db = app().platform.database.everything;
  const [program_id, elsewhere] = [(await makeProgram(db)).id, (await makeProgram(db)).id];
  const teaches = async (at: number) => (await makeInstructor(db, { program_id: at })).id;
  const classOf = async (instructor_id: number, at: number) =>
    (await makeClass(db, { instructor_id, program_id: at })).id;
  const [here, there] = [await teaches(program_id), await teaches(elsewhere)];
  own = { instructor: here, bundle: await classOf(here, program_id), other: await classOf(here, program_id) };
  foreign = { instructor: there, class_id: await classOf(there, elsewhere) };
  const admin_id = (await makeAdmin(db, { program_id, permissions: ['catalogue'] })).id;
  scoped = new pg.Client(app().urls.scoped);
  await scoped.connect();
  const scope = signedScope(scopeKey(app().urls.scoped), { program_id, admin_id });
  await scoped.query(`select set_config('provost.scope', $1, false)`, [scope]);
});
afterAll(() => scoped?.end());

/** Sends statements and takes them back: the rows of the last one, or what was broken. */
async function tried(...statements: string[]): Promise<unknown> {
  await scoped.query('begin');
  try {
    let rows: unknown[] = [];
    for (const statement of statements) rows = (await scoped.query<object>(statement)).rows;
    return rows;
  } catch (error) {
    return (error as { constraint?: string }).constraint;
  } finally {
    await scoped.query('rollback');
  }
}

const bundled = (class_id: number) =>
  `insert into bundle_classes (bundle_id, class_id, position) values (${own.bundle}, ${class_id}, 0)`;
const taughtBy = (instructor: number) =>
  `update classes set instructor_id = ${instructor} where id = ${own.bundle}`;

test('a class of another program comes into no bundle, to be read there', async () => {
  const read = `select class_name from classes where id = ${foreign.class_id}`;
  expect(await tried(read)).toEqual([]);
  expect(await tried(bundled(foreign.class_id), read)).toBe('bundle_classes_in_sight');
  const swapped = `update bundle_classes set class_id = ${foreign.class_id} where bundle_id = ${own.bundle}`;
  expect(await tried(bundled(own.other), swapped, read)).toBe('bundle_classes_in_sight');
  expect(
    await tried(bundled(own.other), `select from bundle_classes where bundle_id = ${own.bundle}`),
  ).toHaveLength(1);
});

test('a person of another program teaches no class of one’s own, to be named there', async () => {
  const name = `select instructor_beside(${own.bundle}) as name`;
  expect(await tried(taughtBy(foreign.instructor), name)).toBe('classes_instructor_in_sight');
  const made = `insert into classes (class_name, program_id, instructor_id, class_price, currency)
    select 'x', program_id, ${foreign.instructor}, 1, 'USD' from classes where id = ${own.bundle}`;
  expect(await tried(made)).toBe('classes_instructor_in_sight');
  expect(await tried(taughtBy(own.instructor), name)).toEqual([{ name: expect.any(String) }]);
});
