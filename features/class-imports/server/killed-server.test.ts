/** A server that dies in the middle of an import of classes, and of its undo: the next one goes on, each row once. */
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { csvForm } from '../../../test/csv-files.ts';
import { inDepth } from '../../../test/deep.ts';
import { killableImports } from '../../../test/killable-imports.ts';
import { endServers, newDataDir } from '../../../test/server-process.ts';
import { copyTemplate } from '../../../test/test-database.ts';
import type { ClassImport } from '../contract.ts';

afterAll(endServers);

const KILLS = inDepth(1, 10);
const ROWS = inDepth(1_000, 8_000);
const WRONG = ROWS / 100;
/** Rows of classes that are there, a hundredth of them wrong. */
const KNOWN = ROWS / 5;

test(`killed ${KILLS} times in the middle`, async () => {
  const { owner } = await copyTemplate(inject('testDatabase'));
  const client = new pg.Client(owner);
  await client.connect();
  await client.query(`insert into programs (id, program_tag, program_display_name) overriding system value values (1, 'p', 'P');
    insert into classes (id, class_name, program_id) overriding system value
      select n + 1, 'before', 1 from generate_series(0, ${KNOWN - 1}) n;
    select setval(pg_get_serial_sequence('classes', 'id'), ${KNOWN})`);
  const env = { DATABASE_URL: owner, DATA_DIR: await newDataDir() };
  const { call, checked, through, end } = await killableImports<ClassImport>(env, 'classes-import', ROWS);

  const lines = Array.from({ length: ROWS }, (_, n) => {
    if (n % 100 === 7) return `,wrong ${n},much`;
    // The first four fifths are new, the last one is there.
    return n < ROWS - KNOWN ? `,after ${n},5` : `${n - (ROWS - KNOWN) + 1},after ${n},5`;
  });
  // The class of the last row is held until the last kill: however fast the import is, it dies in the middle.
  const last = KNOWN;
  const id = await checked(csvForm(`id,name,price\n${lines.join('\n')}\n`, { dry_run: '1' }));
  await client.query(`begin; select from classes where id = ${last} for update`);
  await call('POST', `/${id}/run`);
  const [done, kills] = await through(id, {
    kills: KILLS,
    part: ({ rows }) => rows,
    killedLast: () => client.query('commit'),
  });
  expect(kills, 'it died in the middle').toBe(KILLS);
  const known = KNOWN - KNOWN / 100;
  expect(done).toMatchObject({
    state: 'done',
    rows: ROWS,
    rejected: WRONG,
    updated: known,
    created: ROWS - WRONG - known,
    unchanged: 0,
  });
  const count = async (condition: string) =>
    Number((await client.query(`select count(*) from ${condition}`)).rows[0].count);
  expect(await count("classes where class_name like 'after%'")).toBe(ROWS - WRONG);
  expect(await count('(select distinct class_name from classes) c')).toBe(ROWS - WRONG + 1);
  expect(await count('classes')).toBe(ROWS - WRONG + KNOWN / 100);
  expect(await count(`audit_entries where entity = 'class'`)).toBe(ROWS - WRONG);
  expect(await count(`class_import_rows where import_id = ${id}`)).toBe(ROWS);

  await client.query("update classes set description = 'saved', updated_at = now() where id = $1", [last]);
  await call('POST', `/${id}/undo`);
  const [undone] = await through(id, {
    kills: KILLS / 2,
    part: ({ restored, deleted, kept }) => restored + deleted + kept,
  });
  expect(undone).toMatchObject({
    state: 'undone',
    restored: known - 1,
    deleted: ROWS - WRONG - known,
    kept: 1,
  });
  expect(await count("classes where del_flag = 0 and class_name = 'before'")).toBe(KNOWN - 1);
  expect(await count('classes where del_flag = 0')).toBe(KNOWN);
  await client.end();
  await end();
});
