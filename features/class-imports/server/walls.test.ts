/** What an import of classes reaches, whatever a program's own session has written beside it. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { csvForm, overClassImport } from '../../../test/csv-files.ts';
import { makeClass, makeInstructor, makeProgram } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { runImports } from '../../imports/server/runs.ts';
import { sweepImports } from '../../imports/server/sweep.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
let own = 0;
let other = 0;
let bound: Call & { admin_id: number };
let stranger: Call;
let global: Call;
let made = 0;

beforeAll(async () => {
  [own, other] = [(await makeProgram(db())).id, (await makeProgram(db())).id];
  bound = await app().as({ permissions: ['catalogue'], program_id: own });
  stranger = await app().as({ permissions: ['catalogue'], program_id: other });
  global = await app().as({ permissions: ['catalogue'] });
});

/** A class with a teacher of its program. */
async function aClass(
  values: { program_id: number } & Omit<Parameters<typeof makeClass>[1], 'instructor_id'>,
) {
  const { id: instructor_id } = await makeInstructor(db(), { program_id: values.program_id });
  return makeClass(db(), { instructor_id, ...values });
}

const scoped = () => app().platform.database.forProgram(own);
async function read(call: Call, text: string, fields: Record<string, string> = {}): Promise<number> {
  const form = csvForm(text, { dry_run: '1', ...fields }, 'classes.csv');
  const { status, body } = await call('POST', 'classes-import', form);
  expect(status).toBe(202);
  return body.import.id;
}
const classOf = (id: number) =>
  db().selectFrom('classes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test.each(['created', 'updated'] as const)(
  'a row that a program’s session has forged as %s reaches no class of another program',
  async (outcome) => {
    const theirs = await aClass({ program_id: other, class_name: 'Theirs' });
    const before = await classOf(theirs.id);
    const id = await read(bound, `name\nForged ${++made}\n`);
    const overwritten = outcome === 'updated' ? { class_name: 'Taken' } : null;
    await scoped()
      .insertInto('class_import_rows')
      .values({
        import_id: id,
        line: 20,
        outcome,
        class_id: theirs.id,
        before: overwritten && JSON.stringify(overwritten),
        before_at: overwritten && before.updated_at,
        marked_at: before.updated_at,
      })
      .execute();
    await sql`update imports set state = 'done', runner = null where id = ${id}`.execute(scoped());
    expect((await bound('POST', `classes-import/${id}/undo`)).status).toBe(202);
    expect(await overClassImport(bound, id)).toMatchObject({
      state: 'undone',
      restored: 0,
      deleted: 0,
      kept: 1,
    });
    expect(await classOf(theirs.id)).toEqual(before);
  },
);

test('a mapping or a file that names another program’s class or program moves nothing there', async () => {
  const theirs = await aClass({ program_id: other, class_name: 'Theirs' });
  const mine = await aClass({ program_id: own, class_name: 'Mine' });
  const before = await classOf(theirs.id);
  const id = await read(
    bound,
    `id,name,program\n${theirs.id},Taken,\n${mine.id},Moved,${other}\n${mine.id},,0\n`,
  );
  await bound('POST', `classes-import/${id}/run`);
  expect(await overClassImport(bound, id)).toMatchObject({ rejected: 3, updated: 0, created: 0 });
  expect(await classOf(theirs.id)).toEqual(before);
  expect(await classOf(mine.id)).toMatchObject({ class_name: 'Mine', program_id: own });
});

test('another program’s staff neither see an import nor run, map, cancel or undo it; an import of all is nobody’s but of all', async () => {
  const ids = [await read(bound, 'name\nA\n'), await read(global, 'name\nB\n')];
  const named = await read(global, 'name\nC\n', { program_id: String(own) });
  for (const id of [...ids, named])
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '/run', undefined],
      ['POST', '/cancel', undefined],
      ['POST', '/undo', undefined],
      ['POST', '/mapping', { mapping: { name: 'class_name' } }],
      ['GET', '/rejected/csv?file_name=', undefined],
    ] as const)
      expect((await stranger(method, `classes-import/${id}${path}`, body)).status, path).toBe(404);
  expect((await stranger('GET', 'classes-imports')).body.count).toBe(0);
  expect((await bound('GET', `classes-import/${ids[1]}`)).status).toBe(404);
  // Of the program, though an admin of all has brought it.
  expect((await bound('GET', `classes-import/${named}`)).body.import).toMatchObject({ program_id: own });
  const listed = (await global('GET', `classes-imports?program_id=${own}`)).body.imports;
  expect(listed.map(({ id }: { id: number }) => id)).toContain(named);
  expect(listed.map(({ id }: { id: number }) => id)).not.toContain(ids[1]);
});

test('whoever lost the catalogue before it ran imports nothing', async () => {
  const leaving = await app().as({ permissions: ['catalogue'], program_id: own });
  const name = `Left ${++made}`;
  const id = await read(leaving, `name\n${name}\n`);
  await db()
    .updateTable('admins')
    .set({ permissions: ['events'] })
    .where('id', '=', leaving.admin_id)
    .execute();
  await db().updateTable('imports').set({ state: 'running' }).where('id', '=', id).execute();
  await runImports(app().platform);
  expect(await overClassImport(bound, id)).toMatchObject({ state: 'failed' });
  expect(await db().selectFrom('classes').select('id').where('class_name', '=', name).execute()).toEqual([]);
});

test('what its rows were is forgotten after 30 days, and with it the undo', async () => {
  const id = await read(bound, `name\nOld ${++made}\n`);
  await bound('POST', `classes-import/${id}/run`);
  await overClassImport(bound, id);
  await db()
    .updateTable('imports')
    .set({ finished_at: sql<string>`provost_now() - interval '31 days'` })
    .where('id', '=', id)
    .execute();
  await sweepImports(app().platform);
  expect(
    await db().selectFrom('class_import_rows').selectAll().where('import_id', '=', id).execute(),
  ).toEqual([]);
  expect((await bound('POST', `classes-import/${id}/undo`)).status).toBe(400);
});
