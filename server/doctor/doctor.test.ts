/** What is said of an installation that is well, and of each fault. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openSmtp } from '../../test/peers/smtp-server.ts';
import { newDataDir } from '../../test/server-process.ts';
import { copyTemplate, TEST_SECRET } from '../../test/test-database.ts';
import { jobs } from '../app.ts';
import { readConfig } from '../config.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';
import { examine } from './doctor.ts';

let database: Database;
let settings: Record<string, string>;
const ends: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  const { owner } = await copyTemplate(inject('testDatabase'));
  database = openDatabase(await migrate(owner, TEST_SECRET), 2);
  const smtp = await openSmtp();
  ends.push(
    () => database.close(),
    () => smtp.close(),
  );
  settings = {
    DATABASE_URL: owner,
    DATA_DIR: await newDataDir(),
    SECRET_KEY: TEST_SECRET.toString(),
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    PASSWORD_MIN_LENGTH: '12',
  };
});
afterAll(() => Promise.all(ends.map((end) => end())));

async function findings(more: Record<string, string> = {}) {
  return examine({ config: readConfig({ ...settings, ...more }), jobs });
}

async function faults(more: Record<string, string> = {}): Promise<string[]> {
  const all = await findings(more);
  return all.filter(({ state }) => state === 'fault').map(({ part, text }) => `${part}: ${text}`);
}

test('one that is well has each part named and no fault; what is not archived is warned of', async () => {
  const all = await findings();
  const parts = ['settings', 'database', 'replica', 'storage', 'mail'];
  expect([...new Set(all.map(({ part }) => part))]).toEqual(parts);
  expect(all.filter(({ state }) => state === 'fault')).toEqual([]);
  expect(all).toContainEqual({
    part: 'database',
    state: 'warning',
    text: expect.stringContaining('archive_mode is off') as string,
  });
});

test('each fault is one line with its remedy, and hides no other', async () => {
  expect(await faults({ SECRET_KEY: 'another key, long enough', SMTP_URL: 'smtp://127.0.0.1:1' })).toEqual([
    expect.stringMatching(/^database: DATABASE_URL: it has no roles of this SECRET_KEY; .*npm run migrate/),
    expect.stringMatching(/^mail: .*ECONNREFUSED/),
  ]);
  expect(await faults({ PUBLIC_URL: 'http://office.example.com' })).toEqual([
    expect.stringMatching(/^settings: PUBLIC_URL begins with http/),
  ]);
  expect(await faults({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' })).toEqual([
    expect.stringMatching(/^database: DATABASE_URL: nothing listens at 127\.0\.0\.1:1/),
  ]);
});

test.each([
  ['DATABASE_URL', 'postgres://provost@db.invalid/provost', true],
  ['DATABASE_URL', 'postgres://provost@db.invalid/provost?sslmode=prefer', true],
  ['DATABASE_URL', 'postgres://provost@db.invalid/provost?sslmode=verify-full', false],
  ['DATABASE_URL', 'postgres://provost@[::1]:1/provost', false],
  ['SMTP_URL', 'smtp://mail.invalid:587', true],
  ['SMTP_URL', 'smtp://mail.invalid:587/?requireTLS=true', false],
  ['SMTP_URL', 'smtps://mail.invalid', false],
])('%s %s may pass a network in the clear: %j', async (name, address, isWarned) => {
  const all = await findings({ [name]: address });
  expect(all.some(({ part, text }) => part === 'settings' && text.startsWith(`${name} demands no TLS`))).toBe(
    isWarned,
  );
});

test('what has been due for long says that nobody works', async () => {
  await sql`insert into mails (to_address, subject, body_text, created_at)
    values ('ada@example.com', 'x', 'y', now() - interval '20 minutes')`.execute(database.everything);
  expect(await faults()).toEqual([expect.stringMatching(/^database: deliver-mails is 20 minutes late/)]);
  await sql`delete from mails`.execute(database.everything);
});

test('the command ends with 1 where there is a fault, and speaks JSON', async () => {
  const run = (env: Record<string, string>) =>
    new Promise<{ code: unknown; stdout: string }>((resolve) => {
      const command = path.join(import.meta.dirname, '../../cli/doctor.ts');
      const options = { env: { ...process.env, ...settings, ...env } };
      execFile(process.execPath, [command, '--json'], options, (error, stdout) =>
        resolve({ code: error?.code ?? 0, stdout }),
      );
    });
  const well = await run({});
  expect([well.code, JSON.parse(well.stdout)]).toEqual([0, { findings: expect.any(Array) as unknown }]);
  expect((await run({ SMTP_URL: 'smtp://127.0.0.1:1' })).code).toBe(1);
});
