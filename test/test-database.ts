/** Databases for tests: copies of the migrated template. */
import pg from 'pg';
import type { Urls } from '../server/db/roles.ts';
import { keysOf } from '../server/keys.ts';

/** Addresses: the server as its owner, and the template as the roles that the product signs in as. */
export type TestDatabase = { server: string; template: string } & Urls;

/** What the steps of a run share. */
export type SharedDatabase = {
  testDatabase: TestDatabase;
  /** The demo as a template, and its DATA_DIR. */
  demo: TestDatabase;
  demoFiles: string;
};

/** The variable by which a step is told of it. */
export const SHARED = 'SHARED_DATABASE';

/** What `test/run.ts` has started; null where a step is run by itself. */
export function sharedDatabase(): SharedDatabase | null {
  const told = process.env[SHARED];
  return told ? (JSON.parse(told) as SharedDatabase) : null;
}

export const TEST_SECRET = Buffer.alloc(32, 7);

/** As a server with that secret has them, so that it can read what a test has written, and the other way about. */
export const TEST_KEYS = keysOf(TEST_SECRET);

let copies = 0;

/** Copies the template; answers the addresses of the copy: its owner's and those of the roles. */
export async function copyTemplate(test: TestDatabase): Promise<{ owner: string } & Urls> {
  const name = `${test.template}_${process.pid}_${copies++}`;
  const client = new pg.Client({ connectionString: test.server });
  await client.connect();
  await client.query("select pg_advisory_lock(hashtextextended('provost template', 0))");
  await client.query(`create database ${name} template ${test.template} strategy file_copy`);
  // What a start sees to: rights on the database itself are not copied.
  await client.query(`revoke temporary on database ${name} from public`);
  await client.end();
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return { owner: at(test.server), global: at(test.global), scoped: at(test.scoped), site: at(test.site) };
}
