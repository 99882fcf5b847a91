/** What an import reaches, whatever a program's own session has written beside it, and for how long. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { csvForm, over } from '../../../test/csv-files.ts';
import {
  makeClass,
  makeEnrolment,
  makeInstructor,
  makeProgram,
  makeSiteUser,
} from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { sweepImports } from '../../imports/server/sweep.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
let [own, other]: number[] = [];
let bound: Call & { admin_id: number };
let count = 0;

beforeAll(async () => {
  [own, other] = [(await makeProgram(db())).id, (await makeProgram(db())).id];
  bound = await app().as({ permissions: ['users'], program_id: own });
});

const address = () => `walled-${++count}@example.org`;
const scoped = () => app().platform.database.forProgram(own ?? 0);
async function read(text: string, fields: object = {}): Promise<{ id: number; samples: object }> {
  const { body } = await bound('POST', 'users-import', csvForm(text, { dry_run: '1', ...fields }));
  return body.import;
}
const userOf = (email: string) =>
  db().selectFrom('site_users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

test('a row that a program’s session has forged reaches nobody of another one, and moves nobody there', async () => {
  const teacher = await makeInstructor(db(), { program_id: other });
  const { id: class_id } = await makeClass(db(), { instructor_id: teacher.id, program_id: other });
  const stranger = await makeSiteUser(db(), { program_id: other });
  const enrolment = await makeEnrolment(db(), { class_id, user_id: stranger.id });
  const mine = await makeSiteUser(db(), { program_id: own, first_name: 'Mine' });
  const { id } = await read(`email\n${address()}\n`);
  await scoped()
    .insertInto('user_import_rows')
    .values([
      { import_id: id, line: 20, outcome: 'unchanged', user_id: mine.id, enrolments: [enrolment.id] },
      {
        import_id: id,
        line: 21,
        outcome: 'updated',
        user_id: mine.id,
        before: JSON.stringify({ ...mine, program_id: other, first_name: 'Moved' }),
        marked_at: mine.updated_at,
      },
    ])
    .execute();
  await sql`update imports set state = 'done', runner = null where id = ${id}`.execute(scoped());
  expect((await bound('POST', `users-import/${id}/undo`)).status).toBe(202);
  expect(await over(bound, id)).toMatchObject({ state: 'undone', restored: 0, kept: 1 });
  expect(await userOf(mine.email)).toMatchObject({ program_id: own, first_name: 'Mine' });
  const left = await db().selectFrom('class_users').select('id').where('id', '=', enrolment.id).execute();
  expect(left).toHaveLength(1);
});

test('which file it reads, and in whose name, is not a session’s to say', async () => {
  const { id } = await read(`email\n${address()}\n`);
  for (const statement of [
    `insert into imports select (json_populate_record(i, '{"id": 999999}')).* from imports i where id = ${id}`,
    `update imports set file_path = 'user-imports/another.csv' where id = ${id}`,
    `update imports set admin_id = 1 where id = ${id}`,
  ])
    await expect(sql.raw(statement).execute(scoped()), statement).rejects.toMatchObject({ code: '42501' });
});

test('a column of passwords shows none, whatever it is called and whenever that is said', async () => {
  const text = (email: string) => `email,code1\n${email},Zup3rS3cret\n`;
  const mapping = { email: 'email', code1: 'password' };
  const atOnce = await read(text(address()), { mapping: JSON.stringify(mapping) });
  const later = await read(text(address()));
  const mapped = await bound('POST', `users-import/${later.id}/mapping`, { mapping });
  expect(JSON.stringify([atOnce, mapped.body])).not.toContain('Zup3r');
  const rows = await db()
    .selectFrom('imports')
    .selectAll()
    .where('id', 'in', [atOnce.id, later.id])
    .execute();
  expect(JSON.stringify(rows)).not.toContain('Zup3r');
});

test('an undo records the enrolments that it takes back, and leaves whoever has coins by now', async () => {
  const teacher = await makeInstructor(db(), { program_id: own });
  const { id: class_id } = await makeClass(db(), { instructor_id: teacher.id, program_id: own });
  const [paid, plain] = [address(), address()];
  const file = csvForm(`email,class_ids\n${paid},\n${plain},${class_id}\n`, { import_class_enrol: '1' });
  const { body } = await bound('POST', 'users-import', file);
  const { id } = body.import;
  expect(await over(bound, id)).toMatchObject({ created: 2, enrolled: 1 });
  await db()
    .insertInto('lilt_entries')
    .values({ user_id: (await userOf(paid)).id, amount: 700, kind: 'grant' })
    .execute();
  await bound('POST', `users-import/${id}/undo`);
  expect(await over(bound, id)).toMatchObject({ state: 'undone', deleted: 1, kept: 1 });
  expect([(await userOf(paid)).del_status, (await userOf(plain)).del_status]).toEqual([0, 1]);
  const recorded = await db()
    .selectFrom('audit_entries')
    .select(['before', 'program_id'])
    .where('entity', '=', 'enrolment')
    .where('action', '=', 'delete')
    .execute();
  expect(recorded).toEqual([{ before: { class_id, user_id: (await userOf(plain)).id }, program_id: own }]);
});

test('what it knew of people is kept for as long as it can be undone, and no longer', async () => {
  const email = address();
  const { body } = await bound('POST', 'users-import', csvForm(`email\n${email}\nwrong\n`));
  const { id } = body.import;
  await over(bound, id);
  const age = (days: number) =>
    sql`update imports set finished_at = provost_now() - make_interval(days => ${days}) where id = ${id}`.execute(
      db(),
    );
  const rows = () => db().selectFrom('user_import_rows').select('line').where('import_id', '=', id).execute();
  await age(29);
  await sweepImports(app().platform);
  expect(await rows()).toHaveLength(2);
  await age(31);
  const late = await bound('POST', `users-import/${id}/undo`);
  expect([late.status, late.body.message]).toEqual([400, 'An import can be undone for 30 days']);
  await sweepImports(app().platform);
  expect(await rows()).toEqual([]);
  expect((await userOf(email)).del_status).toBe(0);
});

test('it ends between two batches with the rights of whoever began it', async () => {
  const leaver = await app().as({ permissions: ['users'], program_id: own });
  const lines = Array.from({ length: 6000 }, address);
  const { body } = await leaver('POST', 'users-import', csvForm(`email\n${lines.join('\n')}\n`));
  await db()
    .updateTable('admins')
    .set({ permissions: ['money'] })
    .where('id', '=', leaver.admin_id)
    .execute();
  const done = await over(bound, body.import.id);
  expect(done).toMatchObject({
    state: 'failed',
    reason: 'The admin who started this import can no longer import users',
  });
  expect(done.created).toBeLessThan(6000);
});
