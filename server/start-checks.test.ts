/** What keeps the server from starting: one line that says what to do, and an end. */
import { spawn } from 'node:child_process';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { MAIN, newDataDir, settingsOf } from '../test/server-process.ts';
import { copyTemplate } from '../test/test-database.ts';
import { lockFolder } from './db/embedded/embedded-lock.ts';

let dataDir: string;
let databaseUrl: string;
beforeAll(async () => {
  dataDir = await newDataDir();
  databaseUrl = (await copyTemplate(inject('testDatabase'))).owner;
});
afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));

type Settings = Record<string, string>;

/** What a process says on stderr with these settings, and its exit code. */
async function refusal(settings: Settings): Promise<{ code: number | null; stderr: string }> {
  const env = settingsOf({ DATA_DIR: dataDir, ...settings });
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  // One that starts all the same would go on for ever.
  child.stdout.on('data', (chunk: Buffer) => chunk.includes('Provost is at') && child.kill('SIGKILL'));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stderr };
}

const changed = (change: (url: URL) => void) => {
  const url = new URL(databaseUrl);
  change(url);
  return { DATABASE_URL: url.href };
};

const cases: Record<string, [expected: RegExp, settings: () => Settings | Promise<Settings>]> = {
  'a port that another process has': [
    /^PORT: \d+ of 127\.0\.0\.1 is in use by another process; .* another PORT$/,
    async () => {
      const taken = createServer().listen(0, '127.0.0.1').unref();
      await new Promise((resolve) => taken.once('listening', resolve));
      return { DATABASE_URL: databaseUrl, PORT: String((taken.address() as AddressInfo).port) };
    },
  ],
  'an address of another machine': [
    /^HOST: 192\.0\.2\.1 is no address of this machine \(EADDRNOTAVAIL\); set HOST to one/,
    () => ({ DATABASE_URL: databaseUrl, HOST: '192.0.2.1' }),
  ],
  'a host that nobody knows': [
    /^HOST: nowhere\.invalid is no address of this machine \(E\w+\); set HOST to one/,
    () => ({ DATABASE_URL: databaseUrl, HOST: 'nowhere.invalid' }),
  ],
  'a DATA_DIR that is a file': [
    /^DATA_DIR: .*a-file.* is not a folder; set DATA_DIR to a folder/,
    async () => {
      await writeFile(path.join(dataDir, 'a-file'), '');
      return { DATA_DIR: path.join(dataDir, 'a-file') };
    },
  ],
  'a DATA_DIR below a file': [
    /^DATA_DIR: .* is not a folder; set DATA_DIR to a folder/,
    async () => {
      await writeFile(path.join(dataDir, 'another-file'), '');
      return { DATA_DIR: path.join(dataDir, 'another-file', 'var') };
    },
  ],
  'a DATA_DIR that may not be written': [
    /^DATA_DIR: .* (?:may not be written|is on a read-only|cannot be made).*; set DATA_DIR to a folder/,
    async () => {
      // Root may write whatever its mode; nobody may make a folder among the processes.
      const folder = process.getuid?.() === 0 ? '/proc/provost' : path.join(dataDir, 'read-only');
      if (process.getuid?.() !== 0) {
        await mkdir(folder);
        await chmod(folder, 0o555);
      }
      return { DATA_DIR: folder };
    },
  ],
  'a DATA_DIR that another process holds': [
    /^DATA_DIR: .* is in use by process \d+: stop it, or set another DATA_DIR$/,
    async () => {
      const held = path.join(dataDir, 'held');
      await mkdir(path.join(held, 'postgres'), { recursive: true });
      await lockFolder(path.join(held, 'postgres'), held);
      return { DATA_DIR: held };
    },
  ],
  'a database where nothing listens': [
    /^DATABASE_URL: nothing listens at 127\.0\.0\.1:1; start PostgreSQL there, or correct the address$/,
    () => ({ DATABASE_URL: 'postgres://provost:hidden@127.0.0.1:1/provost' }),
  ],
  'a database on a host that nobody knows': [
    /^DATABASE_URL: there is no host nowhere\.invalid; correct its name$/,
    () => ({ DATABASE_URL: 'postgres://provost:hidden@nowhere.invalid/provost' }),
  ],
  'a database that another server than PostgreSQL answers for': [
    /^DATABASE_URL: PostgreSQL at 127\.0\.0\.1:\d+ does not answer \(.*\); check the address and the network$/,
    async () => {
      const mute = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
      await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve).unref());
      const { port } = mute.address() as AddressInfo;
      return { DATABASE_URL: `postgres://provost:hidden@127.0.0.1:${port}/provost` };
    },
  ],
  'a database with another password': [
    /^DATABASE_URL: .* does not let the user "\w+" in \(.*\); check the user and the password$/,
    () => changed((url) => (url.password = 'hidden')),
  ],
  'a database with a user that is not there': [
    /^DATABASE_URL: .* does not let the user "hidden_user" in \(.*\); check the user and the password$/,
    () => changed((url) => (url.username = 'hidden_user')),
  ],
  'a database that is not there': [
    /^DATABASE_URL: there is no database "nowhere" at .*; create it as the README says, or correct its name$/,
    () => changed((url) => (url.pathname = '/nowhere')),
  ],
  'a database whose user may make no roles': [
    /^DATABASE_URL: its user may not do what an installation needs \(permission denied .*\); .*CREATEROLE/,
    async () => {
      // Begins with the name of the copy, as the clean-up of the run wants it.
      const name = `${new URL(databaseUrl).pathname.slice(1)}_poor`;
      const owner = new pg.Client(databaseUrl);
      await owner.connect();
      await owner.query(`create role ${name} login password 'poor'`);
      await owner.query(`create database ${name} owner ${name} template template0`);
      await owner.end();
      return changed((url) => Object.assign(url, { pathname: `/${name}`, username: name, password: 'poor' }));
    },
  ],
};

test.each(Object.entries(cases))('%s is said in one line', async (_, [expected, settings]) => {
  const { code, stderr } = await refusal(await settings());
  expect(stderr.trimEnd()).toMatch(expected);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).not.toMatch(/hidden(?!_user)|at .*\.ts/);
  expect(code).toBe(1);
});
