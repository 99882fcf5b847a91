/** The demo for tests: made once in a run by whoever wants it first, and copied. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { readConfig } from '../server/config.ts';
import { openDatabase } from '../server/db/client.ts';
import { prepareContents } from '../server/db/contents.ts';
import { openFiles } from '../server/files/open-files.ts';
import type { Platform } from '../server/platform.ts';
import { platformOn } from './system.ts';
import { copyTemplate, type TestDatabase } from './test-database.ts';

/** Answers the addresses of a copy, as `copyTemplate` does. */
export async function copyDemo(test: TestDatabase): ReturnType<typeof copyTemplate> {
  return copyTemplate(await makeDemoTemplate(test));
}

/** What is copied, made unless somebody has; its files go below `dataDir`, for whoever serves them. */
export async function makeDemoTemplate(test: TestDatabase, dataDir?: string): Promise<TestDatabase> {
  const template = `${test.template}_demo`;
  const client = new pg.Client({ connectionString: test.server });
  await client.connect();
  await client.query("select pg_advisory_lock(hashtextextended('provost demo', 0))");
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
  if (rowCount === 0) await makeTemplate(test, client, template, dataDir);
  await client.end();
  return { ...test, template };
}

/** By two starts at once, as two processes do it. Under another name until it is whole. */
async function makeTemplate(
  test: TestDatabase,
  client: pg.Client,
  template: string,
  dataDir?: string,
): Promise<void> {
  const urls = await copyTemplate(test);
  const database = openDatabase(urls, 6);
  const prepare = () => prepareDemo(database, urls.owner, dataDir);
  await Promise.all([prepare(), prepare()]);
  await database.close();
  const made = new URL(urls.owner).pathname.slice(1);
  await client.query(`alter database ${made} rename to ${template}`);
}

/** What a start with DEMO=1 does to the contents; answers what it says of them. Most tests ask for the rows alone, not for files. */
export async function prepareDemo(
  database: Platform['database'],
  owner: string,
  kept?: string,
): Promise<string> {
  const dataDir = kept ?? (await mkdtemp(path.join(tmpdir(), 'provost-demo-')));
  const platform = {
    ...platformOn(database, { ...readConfig({}), demo: true }),
    files: await openFiles({ dataDir }),
  };
  const notice = await prepareContents(platform, true, owner);
  if (!kept) await rm(dataDir, { recursive: true, force: true });
  return notice;
}
