/** A server that dies in the middle of an import, and of an undo: the next one goes on, and each row is done once. */
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { csvForm } from '../../../test/csv-files.ts';
import { inDepth } from '../../../test/deep.ts';
import { killableImports } from '../../../test/killable-imports.ts';
import { endServers, newDataDir } from '../../../test/server-process.ts';
import { copyTemplate } from '../../../test/test-database.ts';
import type { UserImport } from '../contract.ts';

afterAll(endServers);

const KILLS = inDepth(1, 10);
const ROWS = inDepth(6_000, 40_000);
const WRONG = ROWS / 100;
const KNOWN = ROWS / 4;

test(`killed ${KILLS} times in the middle`, async () => {
  const { owner } = await copyTemplate(inject('testDatabase'));
  const client = new pg.Client(owner);
  await client.connect();
  await client.query(`insert into programs (id, program_tag, program_display_name) overriding system value values (1, 'p', 'P');
    insert into site_users (email, first_name, program_id)
      select 'person' || n || '@example.org', 'before', 1 from generate_series(${ROWS - KNOWN}, ${ROWS - 1}) n`);
  const env = { DATABASE_URL: owner, DATA_DIR: await newDataDir() };
  const { call, checked, through, end } = await killableImports<UserImport>(env, 'users-import', ROWS);

  const lines = Array.from({ length: ROWS }, (_, n) =>
    n % 100 === 7 ? `wrong${n},x` : `person${n}@example.org,"after\n${n}"`,
  );
  // The person of the last row is held until the last kill: however fast the import is, it dies in the middle.
  // Not while its file is checked: an open transaction holds back the feed of changes of every database beside this one.
  const id = await checked(csvForm(`email,first_name\n${lines.join('\n')}\n`, { dry_run: '1' }));
  await client.query(
    `begin; select from site_users where email = 'person${ROWS - 1}@example.org' for update`,
  );
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
  expect(await count("site_users where first_name like 'after%'")).toBe(ROWS - WRONG);
  expect(await count('site_users')).toBe(ROWS - WRONG + WRONG / 4);
  expect(await count(`audit_entries where entity = 'site_user'`)).toBe(ROWS - WRONG);
  expect(await count(`user_import_rows where import_id = ${id}`)).toBe(ROWS);

  await client.query("update site_users set first_name = 'saved', updated_at = now() where email = $1", [
    `person${ROWS - 1}@example.org`,
  ]);
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
  expect(await count("site_users where del_status = 0 and first_name = 'before'")).toBe(KNOWN - 1);
  expect(await count('site_users where del_status = 0')).toBe(KNOWN);
  await client.end();
  await end();
});
