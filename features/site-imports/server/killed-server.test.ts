/** A server that dies in the middle of an import of history, and of its undo: whole rows, each once. */
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { csvForm } from '../../../test/csv-files.ts';
import { inDepth } from '../../../test/deep.ts';
import { killableImports } from '../../../test/killable-imports.ts';
import { endServers, newDataDir } from '../../../test/server-process.ts';
import { copyTemplate } from '../../../test/test-database.ts';
import type { SiteImport } from '../contract.ts';

afterAll(endServers);

const KILLS = inDepth(1, 10);
const ROWS = inDepth(1_500, 20_000);

test(`killed ${KILLS} times in the middle`, async () => {
  const { owner } = await copyTemplate(inject('testDatabase'));
  const client = new pg.Client(owner);
  await client.connect();
  await client.query(`insert into programs (id, program_tag, program_display_name) overriding system value values (1, 'p', 'P');
    insert into site_users (id, email, first_name, program_id, user_type) overriding system value
      values (1, 'teacher@example.org', 'T', 1, 'I'), (2, 'buyer@example.org', 'B', 1, 'S');
    insert into classes (id, class_name, instructor_id, program_id) overriding system value values (1, 'C', 1, 1);
    insert into class_programs (class_id, program_id) values (1, 1) on conflict do nothing`);
  const env = { DATABASE_URL: owner, DATA_DIR: await newDataDir() };
  const { call, through, end } = await killableImports<SiteImport>(env, 'site-import', ROWS);
  const line = (n: number) => {
    if (n % 100 === 7) return `k-${n},nobody,1,1,2024-03-01,`;
    return `k-${n},${n === ROWS - 1 ? 'buyer@example.org' : ''},1,1.00,2024-03-01,2024-04-0${1 + (n % 3)}`;
  };
  const lines = Array.from({ length: ROWS }, (_, n) => line(n));
  const file = (dry_run: '0' | '1') =>
    csvForm(`reference,email,class,amount,date,paid_out_at\n${lines.join('\n')}\n`, {
      kind: 'charges',
      program_id: '1',
      dry_run,
    });
  const { id } = await call('POST', '', file('1'));
  await through(id, { kills: 0, part: ({ rows }) => rows });
  // The buyer of the last row is held until the last kill: however fast the import is, it dies in the middle.
  await client.query('begin; select from site_users where id = 2 for update');
  await call('POST', `/${id}/run`);
  const [done, kills] = await through(id, {
    kills: KILLS,
    // Not before a part of it is done.
    part: ({ rows }) => rows - 1,
    killedLast: () => client.query('commit'),
  });
  expect(kills, 'it died in the middle').toBe(KILLS);
  const wrong = ROWS / 100;
  expect(done).toMatchObject({
    state: 'done',
    rows: ROWS,
    created: ROWS - wrong,
    unchanged: 0,
    rejected: wrong,
  });
  const count = async (condition: string) =>
    Number((await client.query(`select count(*) from ${condition}`)).rows[0].count);
  expect(await count('charges')).toBe(ROWS - wrong);
  expect(await count('site_facts')).toBe(ROWS - wrong);
  expect(await count(`site_import_rows where import_id = ${id}`)).toBe(ROWS);
  const settled = await client.query(
    'select sum(amount)::integer as amount, sum(lines)::integer as lines from payouts',
  );
  expect(settled.rows).toEqual([{ amount: (ROWS - wrong) * 100, lines: ROWS - wrong }]);

  const again = await call('POST', '', file('0'));
  const [known] = await through(again.id, { kills: 0, part: ({ rows }) => rows });
  expect(known).toMatchObject({ created: 0, unchanged: ROWS - wrong, rejected: wrong });

  await call('POST', `/${id}/undo`);
  const [undone] = await through(id, {
    kills: KILLS / 2,
    part: ({ deleted, kept }) => deleted + kept,
  });
  expect(undone).toMatchObject({ state: 'undone', deleted: ROWS - wrong, kept: 0 });
  expect([await count('charges'), await count('charge_lines'), await count('payouts')]).toEqual([0, 0, 0]);
  expect(await count('site_facts')).toBe(0);
  await client.end();
  await end();
});
