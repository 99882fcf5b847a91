/** One SECRET_KEY a database, and the way to another. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { commitmentOf } from '../../../features/events/draws/server/draw-arithmetic.ts';
import { keepSecret, newSecret, readSecret } from '../../../features/events/draws/server/draw-secrets.ts';
import { confirmWinner, proposeWinner } from '../../../features/events/draws/server/draws.ts';
import { keepSecrets, secretsOf } from '../../../features/users/payment-settings/server/payment-secrets.ts';
import { BACKSTOP_MS } from '../../../test/backstop.ts';
import { inDepth } from '../../../test/deep.ts';
import { makeAdmin, makeSiteUser } from '../../../test/factories.ts';
import { makeBatch, makePayee } from '../../../test/rows/batches.ts';
import { inDays, makeTickets } from '../../../test/rows/events.ts';
import { readZip } from '../../../test/zip-reader.ts';
import { ConfigError } from '../../config.ts';
import type { Context } from '../../context.ts';
import { decrypt, payoutDetailsOf, payoutFileOf } from '../../encryption.ts';
import { deriveKey } from '../../keys.ts';
import { openDatabase } from '../client.ts';
import { migrate } from '../migrate.ts';
import type { Urls } from '../roles.ts';
import { changeKey } from './change-key.ts';

const OLD = Buffer.from('the key of yesterday, long enough');
const NEW = Buffer.from('the key of tomorrow, long enough');
let url: string;
let made = 0;
let dataDir: string;
const ends: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'provost-key-'));
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  await rm(dataDir, { recursive: true, force: true });
});

/** An empty database, which nobody has ever started on. */
beforeEach(async () => {
  const { server, template } = inject('testDatabase');
  const name = `${template.slice(0, 30)}_k${process.pid}_${made++}`;
  await onServer(server, `create database ${name} template template0`);
  url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
});

async function onServer(address: string, ...statements: string[]) {
  const client = new pg.Client(address);
  await client.connect();
  try {
    let answer: pg.QueryResult | undefined;
    for (const statement of statements) answer = await client.query(statement);
    return answer?.rows ?? [];
  } finally {
    await client.end();
  }
}

const opened = (urls: Urls) => openDatabase(urls, 2);

const answers = async (urls: Urls) => {
  const database = opened(urls);
  try {
    await database.everything.selectFrom('programs').select('id').execute();
    await database.nobody.selectFrom('programs').select('id').execute();
    return true;
  } catch (error) {
    const { message, cause } = error as Error;
    return cause instanceof Error ? cause.message : message;
  } finally {
    await database.close();
  }
};

test('another key is refused with words, and the process with the right one works on', async () => {
  const urls = await migrate(url, OLD);
  await expect(migrate(url, NEW)).rejects.toThrow(ConfigError);
  await expect(migrate(url, NEW)).rejects.toThrow(/^SECRET_KEY: [^\n]*README$/);
  expect(await answers(urls)).toBe(true);
  expect(await migrate(url, OLD)).toEqual(urls);
});

test('a process with another key ends with one line and code 1', async () => {
  const urls = await migrate(url, OLD);
  const { status, stderr, stdout } = spawnSync(process.execPath, ['server/main.ts'], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      PORT: '0',
      SECRET_KEY: NEW.toString(),
    },
    encoding: 'utf8',
    // Nothing else would end it: the test itself stands still meanwhile.
    timeout: BACKSTOP_MS,
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^SECRET_KEY: .*\n$/);
  expect(await answers(urls)).toBe(true);
});

test('of many keys that start at once on an empty database, exactly one wins', async () => {
  const keys = Array.from({ length: 8 }, (_, n) => Buffer.from(`one of the keys, number ${n}`));
  const outcomes = await Promise.allSettled(keys.map((key) => migrate(url, key)));
  const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  expect(won).toHaveLength(1);
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused.filter((reason) => !(reason instanceof ConfigError))).toEqual([]);
  expect(await answers(won[0] as Awaited<ReturnType<typeof migrate>>)).toBe(true);
});

test('a database from before there were fingerprints takes the key that signs in, and no other', async () => {
  const urls = await migrate(url, OLD);
  await onServer(url, 'delete from secret_key_fingerprint');
  await expect(migrate(url, NEW)).rejects.toThrow(ConfigError);
  expect(await answers(urls)).toBe(true);
  await migrate(url, OLD);
  expect(await onServer(url, 'select from secret_key_fingerprint')).toHaveLength(1);
});

test('one that was restored elsewhere, without its roles, takes the key that opens its secrets', async () => {
  const urls = await migrate(url, OLD);
  await makeEvent(urls);
  const roles = await onServer(
    url,
    "select rolname as name from pg_roles where rolname like current_database() || '%'",
  );
  await onServer(url, 'delete from secret_key_fingerprint', ...roles.map(({ name }) => `drop role ${name}`));
  await expect(migrate(url, NEW)).rejects.toThrow(ConfigError);
  expect(await answers(await migrate(url, OLD))).toBe(true);
});

test('an owner who is no superuser sets up both walls', async () => {
  const { server } = inject('testDatabase');
  const name = new URL(url).pathname.slice(1);
  await onServer(
    server,
    `create role ${name}_owner login createrole password 'secret'`,
    `grant ${name}_owner to current_user`,
    `alter database ${name} owner to ${name}_owner`,
    // Roles that stand already in the cluster are another owner's to give.
    ...['global', 'scoped', 'site', 'definer'].map(
      (kind) => `grant provost_${kind} to ${name}_owner with admin option`,
    ),
  );
  ends.push(() =>
    onServer(url, `drop owned by ${name}_owner cascade`).then(() =>
      onServer(
        server,
        `drop database ${name} with (force)`,
        `drop role if exists "${name.slice(0, 40)}_provost_global", "${name.slice(0, 40)}_provost_scoped", "${name.slice(0, 40)}_provost_site"`,
        `drop role ${name}_owner`,
      ),
    ),
  );
  const address = Object.assign(new URL(url), { username: `${name}_owner`, password: 'secret' }).href;
  const urls = await migrate(address, OLD);
  expect(await migrate(address, OLD)).toEqual(urls);
  const database = opened(urls);
  await database.everything
    .insertInto('programs')
    .values([1, 2].map((id) => ({ id, program_tag: `${id}`, program_display_name: 'x' })))
    .execute();
  expect(await database.forProgram(2).selectFrom('programs').select('id').execute()).toEqual([{ id: 2 }]);
  await database.close();
  expect(await changeKey(address, OLD, NEW)).toBe(0);
  expect(await answers(await migrate(address, NEW))).toBe(true);
});

test('a changed key opens what the old one kept: the event can be drawn, the sessions are over', async () => {
  const urls = await migrate(url, OLD);
  const { event, secret } = await makeEvent(urls);
  const database = opened(urls);
  const admin = await makeAdmin(database.everything, { permissions: ['superadmin'] });
  await database.everything.insertInto('sessions').values({ admin_id: admin.id, address: '' }).execute();
  await expect(changeKey(url, OLD, NEW)).rejects.toThrow('stop every one of them first');
  const { id: payee } = await makeSiteUser(database.everything);
  const sealing = (key: Buffer) =>
    ({ db: database.everything, platform: { paymentKey: deriveKey(key, 'payment secrets') } }) as never;
  await database.everything.insertInto('payment_settings').values({ user_id: payee }).execute();
  await keepSecrets(sealing(OLD), payee, [
    ['iban', 'DE89370400440532013000'],
    ['account', '1357924680'],
  ]);
  const paid = await makePayee(database.everything, { program_id: null });
  const batch = await makeBatch(database.everything, [paid.id], {
    paymentKey: deriveKey(OLD, 'payment secrets'),
  });
  await database.close();

  expect(await changeKey(url, OLD, NEW)).toBe(5);
  expect(await changeKey(url, OLD, NEW)).toBeNull();
  expect(await answers(urls)).toMatch(/password authentication failed/);
  await expect(migrate(url, OLD)).rejects.toThrow(ConfigError);

  const after = opened(await migrate(url, NEW));
  const db = after.everything;
  expect(await readSecret(db, deriveKey(NEW, 'draw secrets'), event)).toEqual(secret);
  await expect(readSecret(db, deriveKey(OLD, 'draw secrets'), event)).rejects.toThrow('authenticate');
  const paymentKey = deriveKey(NEW, 'payment secrets');
  expect(await secretsOf({ db, platform: { paymentKey } } as never, payee)).toEqual({
    iban: 'DE89370400440532013000',
    account: '1357924680',
  });
  const [of] = await onServer(
    url,
    'select d.sealed as details, f.sealed as file from payout_details d, payout_files f',
  );
  const details = decrypt(paymentKey, payoutDetailsOf(batch.payout), of.details).toString();
  expect(JSON.parse(details)).toEqual({ user: `@payee-${paid.user_id}` });
  expect([...readZip(decrypt(paymentKey, payoutFileOf(batch.id), of.file)).keys()]).toContain('manifest.csv');
  const context = {
    platform: { config: {}, drawKey: deriveKey(NEW, 'draw secrets') },
    actor: { admin_id: admin.id, program_id: 0, role: 'superadmin', permissions: ['superadmin'] },
    db,
    address: '',
    request_id: '',
  } as unknown as Context;
  const { id: user_id, token } = await proposeWinner(context, { id: event, reason: '' }, null);
  expect(await confirmWinner(context, { id: event, user_id, token })).toMatchObject({ attempt: 0 });
  const open = await db.selectFrom('sessions').select('id').where('ended_at', 'is', null).execute();
  expect(open).toEqual([]);
  expect(await after.forProgram(1).selectFrom('programs').select('id').execute()).toEqual([]);
  await after.close();
});

test('each start takes back what a role has told itself to begin with', async () => {
  const urls = await migrate(url, OLD);
  const ask = async (statement: string) => {
    const client = new pg.Client(urls.scoped);
    await client.connect();
    const { rows } = await client.query<{ search_path?: string }>(statement);
    await client.end();
    return rows[0]?.search_path;
  };
  await ask(`alter role current_user set search_path = 'nowhere'`);
  expect(await ask('show search_path')).toBe('nowhere');
  await migrate(url, OLD);
  expect(await ask('show search_path')).toContain('public');
});

test('a change that cannot be finished changes nothing', async () => {
  const urls = await migrate(url, OLD);
  const first = await makeEvent(urls);
  const second = await makeEvent(urls);
  await onServer(
    url,
    `update draw_secrets set sealed = decode(repeat('00', 60), 'hex') where event_id = ${second.event}`,
  );
  await expect(changeKey(url, OLD, NEW)).rejects.toThrow(`event ${second.event} does not open`);
  expect(await answers(urls)).toBe(true);
  const database = opened(await migrate(url, OLD));
  expect(await readSecret(database.everything, deriveKey(OLD, 'draw secrets'), first.event)).toEqual(
    first.secret,
  );
  await database.close();
});

test.runIf(inDepth(false, true))(
  'the command changes a key that is given, and one that is kept in DATA_DIR, also where it was cut off',
  async () => {
    const run = (env: NodeJS.ProcessEnv) =>
      promisify(execFile)(process.execPath, ['cli/change-key.ts'], {
        env: { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: dataDir, ...env },
      }).catch((error: { stderr: string; code: number }) => error);
    await migrate(url, OLD);
    const given = { SECRET_KEY: OLD.toString(), NEW_SECRET_KEY: NEW.toString() };
    expect(await run({ SECRET_KEY: OLD.toString() })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^NEW_SECRET_KEY: .*\n$/),
    });
    expect(await run({ ...given, SECRET_KEY: 'some other key, long enough' })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^SECRET_KEY: .*\n$/),
    });
    expect((await run(given)).stderr).toBe('');
    await migrate(url, NEW);

    const file = path.join(dataDir, 'secret-key');
    const kept = Buffer.alloc(32, 9);
    await writeFile(file, kept.toString('base64url'));
    await changeKey(url, NEW, kept);
    expect((await run({})).stderr).toBe('');
    const next = Buffer.from(await readFile(file, 'utf8'), 'base64url');
    expect(next.equals(kept)).toBe(false);
    await migrate(url, next);

    // Cut off between the change and the file: the old key stands there, the next beside it.
    const later = Buffer.alloc(32, 10);
    await writeFile(`${file}.next`, later.toString('base64url'));
    await changeKey(url, next, later);
    expect(await run({})).toMatchObject({ stdout: expect.stringContaining('already') });
    await migrate(url, Buffer.from(await readFile(file, 'utf8'), 'base64url'));
  },
);

async function makeEvent(urls: Urls) {
  const database = opened(urls);
  const secret = newSecret();
  const { id } = await database.everything
    .insertInto('events')
    .values({
      name: 'x',
      type: 'giveaway',
      ticket_price: 1,
      available: 9,
      start_at: inDays(-9),
      end_at: inDays(-1),
      commitment: commitmentOf(secret),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepSecret(database.everything, deriveKey(OLD, 'draw secrets'), id, secret);
  await makeTickets(database.everything, { id, program_id: null }, 3);
  await database.close();
  return { event: id, secret };
}
