/** A copy that is whole, and each way in which one is not. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { migrate } from '../../server/db/migrate.ts';
import { newDataDir } from '../../test/server-process.ts';
import { TEST_SECRET } from '../../test/test-database.ts';
import { useDemo } from '../../test/use-database.ts';
import { checkBackup } from './backup-checks.ts';

const demo = useDemo();
let dataDir: string;

beforeAll(async () => {
  // As a copy of the cluster has them.
  await migrate(demo().urls.owner, TEST_SECRET);
  dataDir = await newDataDir();
  const { rows } = await sql<{ path: string }>`select path from uploads`.execute(demo().owner);
  for (const { path: stored } of rows) {
    const file = path.join(dataDir, stored.replace(/^\/storage\//, 'storage/'));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, 'an image');
  }
});

async function faults(secret = TEST_SECRET.toString(), dir = dataDir): Promise<Record<string, string>> {
  const config = readConfig({ DATABASE_URL: demo().urls.owner, DATA_DIR: dir, SECRET_KEY: secret });
  const checked = await checkBackup(config, pino({ level: 'silent' }));
  expect(checked.map(({ part }) => part)).toEqual(['key', 'secrets', 'ledgers', 'audit', 'files']);
  return Object.fromEntries(checked.flatMap(({ part, fault }) => (fault ? [[part, fault]] : [])));
}

test('a whole copy has no fault', async () => {
  expect(await faults()).toEqual({});
});

test('a wrong key is told by its name, and its secrets do not open', async () => {
  const found = await faults('another key, long enough');
  expect(found.key).toMatch(/^SECRET_KEY: this is not the key/);
  expect(found.secrets).toBeTruthy();
});

test('missing files are named', async () => {
  expect((await faults(undefined, await newDataDir())).files).toMatch(/^missing: \S+\.\w+, .* and \d+ more$/);
});

// Past the guards of the tables, as a damage is.
beforeEach(() => sql`set session_replication_role = replica`.execute(demo().owner));

test('LiL-T that nobody was given are found', async () => {
  await sql`update site_users set lilt_balance = lilt_balance + 1 where id = 1`.execute(demo().owner);
  expect((await faults()).ledgers).toBe('the LiL-T of user #1 do not add up');
  await sql`update site_users set lilt_balance = lilt_balance - 1 where id = 1`.execute(demo().owner);
});

test('half a transaction is found', async () => {
  const { rows } = await sql<{ id: number }>`
    delete from charge_lines where id = (select min(id) from charge_lines where amount > 0) returning charge_id as id`.execute(
    demo().owner,
  );
  expect((await faults()).ledgers).toBe(`the shares of transaction #${rows[0]?.id} do not add up`);
  // The end of the file compares what is kept of the lines, which is true again of those that are left.
  await sql`select sum_payee_balances(), sum_sales()`.execute(demo().owner);
});
