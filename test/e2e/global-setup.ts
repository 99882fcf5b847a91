/** One Provost with demo data for the whole run, as a process of its own; its address goes to the tests by BASE_URL. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/db/embedded/embedded.ts';
import { roleNames } from '../../server/db/roles.ts';
import { demandFactor, isFactorDemanded } from '../demanded-factor.ts';
import { openSmtp } from '../peers/smtp-server.ts';
import { makeQuickFolder } from '../quick-folder.ts';
import { untilReady } from '../server-process.ts';
import { copyTemplate, sharedDatabase, TEST_SECRET } from '../test-database.ts';
import { DEMO_ACCOUNTS } from './session.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Starts it on the database of the run, where there is one, and answers the way to end it. */
export default async function setup(): Promise<() => Promise<void>> {
  const { folder: dataDir, remove } = await makeQuickFolder();
  const database = await databaseFor(dataDir);
  const port = await freePort();
  const { folder: mailbox, remove: removeMailbox } = await makeQuickFolder();
  const smtp = await openSmtp({}, 0, mailbox);
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      // Where passkeys work; all other tests are at the address.
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: dataDir,
      DEMO: '1',
      RECALCULATION_DELAY: '3',
      TIME_LIMITS: '20',
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      LOG_LEVEL: 'warn',
      ...database?.settings,
    },
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-10_000);
  };
  server.stdout.on('data', keep);
  server.stderr.on('data', keep);
  const stop = async () => {
    await end(server);
    await smtp.close();
    await removeMailbox();
    await database?.drop();
    await remove();
  };

  process.env.MAILBOX = mailbox;
  process.env.BASE_URL = `http://127.0.0.1:${port}`;
  try {
    await untilReady(process.env.BASE_URL, server);
    if (isFactorDemanded)
      await demandFactor(process.env.BASE_URL, database?.settings.DATABASE_URL, DEMO_ACCOUNTS);
  } catch (error) {
    await stop();
    throw new Error(`the server did not start:\n${output}`, { cause: error });
  }
  return stop;
}

/** SIGTERM stops the embedded database too, which takes a moment. */
async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

/** A copy of the run's demo; an empty one of `TEST_DATABASE_URL`; none, and the server starts its own, but where tests have to know it. */
async function databaseFor(dataDir: string) {
  const shared = sharedDatabase();
  if (shared) {
    await cp(shared.demoFiles, dataDir, { recursive: true });
    const { owner } = await copyTemplate(shared.demo);
    return { settings: { DATABASE_URL: owner, SECRET_KEY: TEST_SECRET.toString() }, drop: async () => {} };
  }
  if (process.env.TEST_DATABASE_URL) return makeDatabase(process.env.TEST_DATABASE_URL);
  // Codes are made good again in the database, so that its address has to be known.
  if (!isFactorDemanded) return null;
  const own = await startEmbeddedPostgres({ dataDir, log: () => {} });
  return { settings: { DATABASE_URL: own.url }, drop: () => own.stop() };
}

async function makeDatabase(serverUrl: string) {
  const name = `provost_e2e_${process.pid}_${Date.now().toString(36)}`;
  await onServer(serverUrl, [`create database ${name}`]);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const drop = () =>
    onServer(serverUrl, [
      `drop database if exists ${name} with (force)`,
      ...Object.values(roleNames(name)).map((role) => `drop role if exists ${role}`),
    ]);
  return { settings: { DATABASE_URL: url.href }, drop };
}

async function onServer(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
