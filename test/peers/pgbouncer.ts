/** A real PgBouncer with the settings of deploy/pgbouncer.ini, where the machine has one. */
import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { until } from '../until.ts';
import type { Mode } from './handing-on.ts';

const SAMPLE = path.join(import.meta.dirname, '../../deploy/pgbouncer.ini');

export const HAS_PGBOUNCER = spawnSync('pgbouncer', ['--version']).status === 0;

export type Bouncer = { through: (url: string) => string; close(): Promise<void> };

/** Starts it before the database of its owner's address, which has to be a superuser's: it makes the look-up. */
export async function startPgBouncer(
  ownerUrl: string,
  mode: Mode,
  poolSize: number,
  takesOptions = true,
): Promise<Bouncer> {
  const { hostname, port, pathname } = new URL(ownerUrl);
  const name = pathname.slice(1);
  const folder = await mkdtemp(path.join(tmpdir(), 'provost-pgbouncer-'));
  const sample = await readFile(SAMPLE, 'utf8');
  await makeLookUp(ownerUrl, sample);
  const own = await freePort();
  const settings = sample
    .replace(/^provost = .*$/m, `${name} = host=${hostname} port=${port} dbname=${name}`)
    .replace('/etc/pgbouncer', folder)
    .replace('listen_port = 6432', `listen_port = ${own}\nunix_socket_dir =`)
    .replace('pool_mode = transaction', `pool_mode = ${mode}`)
    .replace('default_pool_size = 20', `default_pool_size = ${poolSize}`)
    .replace(takesOptions ? '' : /^ignore_startup_parameters.*$/m, '');
  await writeFile(path.join(folder, 'pgbouncer.ini'), settings);
  await writeFile(path.join(folder, 'userlist.txt'), `"pgbouncer" "${LOOK_UP_PASSWORD}"\n`);
  await chmod(folder, 0o755);
  const asRoot = process.getuid?.() === 0 ? ['--user', 'nobody'] : [];
  const child = spawn('pgbouncer', [...asRoot, path.join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
  const through = (url: string) =>
    Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(own) }).href;
  await untilAnswering(through(ownerUrl));
  return {
    through,
    close: async () => {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const LOOK_UP_PASSWORD = 'looks up who signs in';

/** As the sample says it, in its comments. */
async function makeLookUp(ownerUrl: string, sample: string): Promise<void> {
  const said = sample.split('\n').flatMap((line) => /^; {3}(.*)$/.exec(line)?.[1] ?? []);
  const statements = said.join('\n').replace('…', LOOK_UP_PASSWORD);
  const owner = new pg.Client(ownerUrl);
  await owner.connect();
  const known = await owner.query(`select from pg_roles where rolname = 'pgbouncer'`);
  const again = statements
    .replace('create role', 'alter role')
    .replace('create function', 'create or replace function');
  await owner.query(
    known.rowCount === 0 ? statements.replace('create function', 'create or replace function') : again,
  );
  await owner.end();
}

async function untilAnswering(url: string): Promise<void> {
  await until(async () => {
    const client = new pg.Client(url);
    client.on('error', () => {});
    try {
      await client.connect();
    } finally {
      await client.end().catch(() => {});
    }
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
