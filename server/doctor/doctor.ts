/** Examination of an installation: what is wrong with its settings and parts, and what to do. Specification: Operations. */
import { randomUUID } from 'node:crypto';
import nodemailer from 'nodemailer';
import pg from 'pg';
import { type Config, ConfigError, resolveSecretKey } from '../config.ts';
import { type Database, type Db, openDatabase } from '../db/client.ts';
import { refuseForgetful } from '../db/poolers/poolers.ts';
import { roleUrls, type Urls } from '../db/roles.ts';
import { schemaOf } from '../db/versions/await-schema.ts';
import { named, readMigrations } from '../db/versions/migrations.ts';
import { openFiles } from '../files/open-files.ts';
import { secondsSince } from '../metrics/metrics.ts';
import { ADVISED_PASSWORD_LENGTH } from '../passwords/staff-passwords.ts';
import type { JobDefinition } from '../platform.ts';
import { refuseDatabase } from '../start-checks.ts';
import { isLoopback } from '../variables.ts';
import { examineReplica } from './examine-replica.ts';
import { type Finding, oneLine, type Say, TIMEOUT_MS } from './findings.ts';

type Examined = { config: Config; jobs: readonly JobDefinition[] };
type Part = (say: Say) => Promise<void>;

/** Seconds that clocks may differ: one-time codes and signatures of webhooks depend on them. */
const CLOCK_SECONDS = 5;

/** Minutes after which what is due says that no worker runs, and hours without a file of WAL, or a seal. */
const LATE_MINUTES = 10;
const ARCHIVE_HOURS = 24;
const SEAL_HOURS = 1;

/** Connections that a process opens besides its pools: the queue, sign-in, long reads. */
const FURTHER_CONNECTIONS = 8;

/** Examines all parts, whatever fails in one. */
export async function examine({ config, jobs }: Examined): Promise<Finding[]> {
  const findings: Finding[] = [];
  const look = async (part: string, work: Part) => {
    let isSaid = false;
    const say: Say = (state, text) => {
      isSaid = true;
      findings.push({ part, state, text });
    };
    await work(say).catch((error: Error) => say('fault', oneLine(error)));
    if (!isSaid) say('ok', 'nothing to say');
  };
  await look('settings', async (say) => examineSettings(config, say));
  await look('database', (say) => examineDatabase({ config, jobs }, say));
  await look('replica', (say) => examineReplica(config, say));
  await look('storage', (say) => examineStorage(config, say));
  await look('mail', (say) => examineMail(config, say));
  return findings;
}

function examineSettings(config: Config, say: Say): void {
  const { publicUrl, host, trustProxy, passwordMinLength, demo } = config;
  const { protocol, hostname } = new URL(publicUrl);
  const isOpen = !isLoopback(host) || !isLoopback(hostname);
  if (isOpen && protocol === 'http:')
    say('fault', 'PUBLIC_URL begins with http://: sessions, passkeys and links in mail need https://');
  if (isOpen && protocol === 'https:' && trustProxy === false)
    say(
      'warning',
      'TRUST_PROXY is absent behind https://: every caller has the address of the proxy, and limits are shared',
    );
  if (passwordMinLength < ADVISED_PASSWORD_LENGTH)
    say('warning', `PASSWORD_MIN_LENGTH is ${passwordMinLength}; ${ADVISED_PASSWORD_LENGTH} is advised`);
  for (const warning of inTheClear(config)) say('warning', warning);
  if (demo === true) say('warning', 'DEMO=1: the accounts of a demo have a known password');
}

/** Names the settings by which queries or mail may pass a network without TLS. */
function inTheClear({ databaseUrl, smtpUrl }: Config): string[] {
  const elsewhere = (address: string | undefined) => {
    const url = address === undefined ? null : new URL(address);
    return url && url.hostname !== '' && !isLoopback(url.hostname.replace(/^\[(.*)\]$/, '$1')) ? url : null;
  };
  const [database, mail] = [elsewhere(databaseUrl), elsewhere(smtpUrl)];
  const demands = ['require', 'verify-ca', 'verify-full'];
  return [
    ...(database && !demands.includes(database.searchParams.get('sslmode') ?? '')
      ? ['DATABASE_URL demands no TLS: add sslmode=verify-full']
      : []),
    ...(mail?.protocol === 'smtp:' && mail.searchParams.get('requireTLS') !== 'true'
      ? ['SMTP_URL demands no TLS: begin it with smtps://, or add ?requireTLS=true']
      : []),
  ];
}

async function examineDatabase({ config, jobs }: Examined, say: Say): Promise<void> {
  const { databaseUrl } = config;
  if (!databaseUrl)
    return say('warning', 'embedded: for trying it out; set DATABASE_URL for an installation');
  const secret = await resolveSecretKey(config);
  const urls = roleUrls(databaseUrl, decodeURIComponent(new URL(databaseUrl).pathname.slice(1)), secret);
  const client = new pg.Client({ connectionString: urls.global, connectionTimeoutMillis: TIMEOUT_MS });
  client.on('error', () => {});
  try {
    await client.connect().catch(refuseRoles(urls.global));
    await examineServer(client, config, say);
    await examineSchema(client, say);
    await withDatabase(urls, async (database) => {
      await examineWork(client, database.everything, jobs, say);
      await refuseForgetful(database, urls);
    });
  } finally {
    await client.end().catch(() => {});
  }
}

/** For `.catch` of a first connection as the server's role. */
function refuseRoles(url: string): (error: unknown) => never {
  return (error) => {
    if ((error as { code?: string }).code?.startsWith('28'))
      throw new ConfigError(
        'DATABASE_URL: it has no roles of this SECRET_KEY; the key is another one, or `npm run migrate` has not run',
      );
    return refuseDatabase(url)(error);
  };
}

async function examineServer(client: pg.Client, { databaseConnections }: Config, say: Say): Promise<void> {
  const before = Date.now();
  const { rows } = await client.query<{
    version: number;
    encoding: string;
    provider: string;
    now: number;
    connections: number;
    archives: string;
    archived_hours: number | null;
    failed_since: boolean;
  }>(`
    select current_setting('server_version_num')::int as version, pg_encoding_to_char(encoding) as encoding,
      datlocprovider as provider, (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
      current_setting('archive_mode') as archives,
      (extract(epoch from now() - last_archived_time) / 3600)::float8 as archived_hours,
      coalesce(last_failed_time > last_archived_time, last_failed_time is not null) as failed_since
    from pg_database, pg_stat_archiver where datname = current_database()`);
  const [server] = rows;
  if (!server) return say('fault', 'the database does not say what it is');
  if (server.version < 150_000)
    say('fault', `PostgreSQL ${Math.floor(server.version / 10_000)}: 15 or newer is needed`);
  if (server.encoding !== 'UTF8') say('fault', `its encoding is ${server.encoding}: make it anew with UTF8`);
  if (server.provider !== 'i')
    say(
      'warning',
      'its collation is not ICU: lists are sorted as the server sorts, and not as the README says',
    );
  const apart = Math.abs(server.now - (before + Date.now()) / 2) / 1000;
  if (apart > CLOCK_SECONDS)
    say('fault', `its clock is ${Math.round(apart)} s from the one here: set both by NTP`);
  const needed = 3 * databaseConnections + FURTHER_CONNECTIONS;
  if (needed > server.connections)
    say('warning', `a process may open ${needed} connections, and it has ${server.connections} for all`);
  if (server.archives === 'off')
    say(
      'warning',
      'archive_mode is off: without archived WAL a backup brings back the moment it was taken alone',
    );
  else if (server.failed_since)
    say('fault', 'archive_command fails: nothing after the last archived WAL can be restored');
  else if (server.archived_hours === null || server.archived_hours > ARCHIVE_HOURS)
    say('warning', `no WAL was archived within ${ARCHIVE_HOURS} hours`);
}

async function examineSchema(client: pg.Client, say: Say): Promise<void> {
  const { refused, lacks, left } = await schemaOf(client, await readMigrations());
  const fault = refused ?? lacks;
  if (fault) say('fault', fault);
  else if (left.length > 0)
    say('warning', `${named(left)} may follow, once no version before runs: npm run migrate -- --contract`);
}

/** Says whether anybody works: what has been due for long, and an audit that nobody seals. */
async function examineWork(
  client: pg.Client,
  db: Db,
  jobs: readonly JobDefinition[],
  say: Say,
): Promise<void> {
  for (const { name, oldestDue } of jobs) {
    const found = await oldestDue?.(db);
    const minutes = secondsSince(found?.due ?? null) / 60;
    if (minutes > LATE_MINUTES)
      say('fault', `${name} is ${Math.round(minutes)} minutes late: is a process with ROLES=worker running?`);
  }
  const { rows } = await client.query<{ hours: number | null }>(
    `select (extract(epoch from now() - max(sealed_at)) / 3600)::float8 as hours from audit_seals
     where exists (select from unsealed_audit_entries)`,
  );
  const hours = rows[0]?.hours ?? 0;
  if (hours > SEAL_HOURS)
    say('fault', `the audit was sealed ${Math.round(hours)} hours ago, and entries wait`);
}

async function withDatabase(urls: Urls, work: (database: Database) => Promise<void>): Promise<void> {
  const database = openDatabase(urls, 2);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

async function examineStorage(config: Config, say: Say): Promise<void> {
  const files = await openFiles(config);
  const name = `doctor/${randomUUID()}.json`;
  await files.put(name, Buffer.from('{}'));
  const stream = await files.get(name);
  let text = '';
  for await (const chunk of stream ?? []) text += String(chunk);
  await files.delete(name);
  if (text !== '{}') say('fault', 'a file came back as another than was written');
  if (!config.storageUrl)
    say('warning', 'STORAGE_URL is absent: files are on this machine, and belong to its backup');
}

/** Signs in at the mail server; sends nothing. */
async function examineMail({ smtpUrl, publicUrl }: Config, say: Say): Promise<void> {
  if (!smtpUrl) return say('warning', 'SMTP_URL is absent: mail is kept as files in DATA_DIR/mail');
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    name: new URL(publicUrl).hostname,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
