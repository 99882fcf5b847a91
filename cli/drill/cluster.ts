/** The database of the drill: three etcd, three Patroni, HAProxy before the leader and PgBouncer before that. */
import { type ChildProcess, execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { must } from '../../core/must.ts';
import {
  backrestSettings,
  etcdArguments,
  haproxySettings,
  PASSWORDS,
  PORTS,
  patroniSettings,
  pgbouncerLookUp,
  pgbouncerSettings,
  STATE,
} from './configs.ts';
import { type Host, makeHost, startHere } from './hosts.ts';
import { command } from './namespace.ts';
import { DEBIAN } from './parts.ts';
import { until } from './until.ts';

export const DATABASE = 'provost';

/** Addresses of the database: as its owner, past the pooler; as servers have it, by the pooler, without a user. */
export const OWNER_URL = `postgres://provost:${PASSWORDS.owner}@127.0.0.1:${PORTS.database}/${DATABASE}`;
export const SERVER_URL = `postgres://127.0.0.1:${PORTS.pooler}/${DATABASE}`;
export const REPLICA_URL = `postgres://127.0.0.1:${PORTS.replicas}/${DATABASE}`;

export type Cluster = {
  nodes: readonly Host[];
  etcds: readonly Host[];
  startNode(node: Host): void;
  startEtcd(etcd: Host): void;
  restartPooler(): Promise<void>;
  /** The node that leads, as Patroni says it; throws where there is none for a minute. */
  leader(): Promise<Host>;
  /** Resolves once there is a leader, two who stream from it, and each commit is on one of them. */
  untilWhole(): Promise<void>;
};

export async function startCluster(webPorts: readonly number[]): Promise<Cluster> {
  rmSync(inDebian(STATE), { recursive: true, force: true });
  makeFolder(STATE);
  const etcds = [1, 2, 3].map((number) => makeHost(`etcd${number}`, 20 + number));
  const nodes = [1, 2, 3].map((number) => makeHost(`db${number}`, 10 + number));
  const startEtcd = (etcd: Host) => void etcd.start('postgres', 'etcd', ...etcdArguments(etcd, etcds));
  const startNode = (node: Host) => void node.start('postgres', 'patroni', `${STATE}/${node.name}.patroni`);
  for (const node of nodes) {
    writeState(`${node.name}.patroni`, patroniSettings(node, etcds));
    writeState(`${node.name}.backrest`, backrestSettings(node));
    for (const kind of ['sockets', 'locks', 'spool']) makeFolder(`${STATE}/${node.name}.${kind}`);
  }
  makeFolder(`${STATE}/backups`);
  writeState('haproxy.cfg', haproxySettings(nodes, webPorts));
  writeState('pgbouncer.ini', pgbouncerSettings());
  writeState('userlist.txt', `"pgbouncer" "${PASSWORDS.pooler}"\n`);
  for (const etcd of etcds) startEtcd(etcd);
  for (const node of nodes) startNode(node);
  startHere('haproxy', 'haproxy', 'haproxy', '-db', '-f', `${STATE}/haproxy.cfg`);
  const leader = async () => {
    let found: Host | undefined;
    await until('a node leads', 60, async () => {
      found = await leaderOf(nodes);
      return found !== undefined;
    });
    return must(found, 'leader');
  };
  const untilWhole = () => until('the cluster is whole', 180, () => isWhole(nodes));
  await untilWhole();
  await makeDatabase();
  let pooler = startPooler();
  return {
    nodes,
    etcds,
    startNode,
    startEtcd,
    leader,
    untilWhole,
    restartPooler: async () => {
      const ended = new Promise((resolve) => pooler.once('exit', resolve));
      pooler.kill('SIGKILL');
      await ended;
      pooler = startPooler();
    },
  };
}

export function asOwner<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return askAt<Row>(OWNER_URL, text, values);
}

export function asSuperuser<Row extends object>(text: string, database = 'postgres'): Promise<Row[]> {
  return askAt<Row>(superuserUrl(`127.0.0.1:${PORTS.database}`, database), text);
}

export function superuserUrl(host: string, database = 'postgres'): string {
  return `postgres://postgres:${PASSWORDS.superuser}@${host}/${database}`;
}

/** Runs a program of the Debian as PostgreSQL's user to its end; throws what it said where it fails. */
export async function inPostgres(...args: string[]): Promise<void> {
  await run('chroot', ['--userspec=postgres:postgres', DEBIAN, ...args]);
}

/** The load goes on meanwhile. */
const run = promisify(execFile);

export async function askAt<Row extends object>(
  url: string,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

function startPooler(): ChildProcess {
  return startHere('pgbouncer', 'postgres', 'pgbouncer', `${STATE}/pgbouncer.ini`);
}

async function makeDatabase(): Promise<void> {
  await until('HAProxy has the leader', 30, async () => (await asSuperuser('select')) !== null);
  await asSuperuser(`create role provost login createrole password '${PASSWORDS.owner}'`);
  await asSuperuser(`create database ${DATABASE} owner provost template template0
    encoding 'UTF8' locale_provider icu icu_locale 'und' locale 'C'`);
  await asSuperuser(pgbouncerLookUp(), DATABASE);
}

async function leaderOf(nodes: readonly Host[]): Promise<Host | undefined> {
  const members = await membersOf(nodes);
  const name = members.find(({ role, state }) => role === 'leader' && state === 'running')?.name;
  return nodes.find((each) => each.name === name);
}

async function isWhole(nodes: readonly Host[]): Promise<boolean> {
  const members = await membersOf(nodes);
  const has = (state: string, ...roles: string[]) =>
    members.filter((member) => member.state === state && roles.includes(member.role)).length;
  return (
    has('running', 'leader') === 1 &&
    has('streaming', 'replica', 'sync_standby') === 2 &&
    has('streaming', 'sync_standby') === 1
  );
}

const ANSWER_MS = 5_000;

type PatroniMember = { name: string; role: string; state: string };

/** Returns what the first node to answer says: each knows all. */
async function membersOf(nodes: readonly Host[]): Promise<PatroniMember[]> {
  return Promise.any(
    nodes.map(async ({ address }) => {
      const answer = await fetch(`http://${address}:8008/cluster`, {
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      return ((await answer.json()) as { members: PatroniMember[] }).members;
    }),
  );
}

export function makeFolder(folder: string): void {
  mkdirSync(inDebian(folder), { recursive: true });
  command('chroot', DEBIAN, 'chown', 'postgres:postgres', folder);
  command('chroot', DEBIAN, 'chmod', '755', folder);
}

export function writeState(name: string, text: string): void {
  writeFileSync(inDebian(`${STATE}/${name}`), text);
}

export function inDebian(folder: string): string {
  return path.join(DEBIAN, folder);
}
