/** A server that does not migrate: it waits for whoever does. Specification: Operations. */
import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { ConfigError } from '../../config.ts';
import { refuseReplica } from '../replica/refuse-replica.ts';
import { roleUrls, type Urls } from '../roles.ts';
import {
  type Applied,
  compare,
  type Migration,
  missing,
  named,
  readMigrations,
  tooLate,
} from './migrations.ts';

/** Milliseconds between two looks at the database, and until whoever started the server is told. */
const PAUSE_MS = 1000;
const WAIT_MS = 60_000;

/** Returns what to run: a contraction that stands before an expansion is applied by name alone, as no version before runs on it. */
function remedyOf(absent: readonly Applied[]): string {
  const isHeld = absent.some(({ kind }) => kind === 'contract');
  return `run \`npm run migrate${isHeld ? ' -- --contract' : ''}\` with the address of its owner and the same SECRET_KEY${isHeld ? ', with every version before stopped' : ''}`;
}

/**
 * Returns the addresses of the server's roles once the database has what this version needs. `url` names host and
 * database; user and password of it are not used. Throws a ConfigError after a minute without, and at once where the
 * database belongs to a later version.
 */
export async function awaitSchema(
  url: string,
  secret: Buffer,
  log: Pick<FastifyBaseLogger, 'warn'>,
  wait_ms = WAIT_MS,
): Promise<Urls> {
  const database = decodeURIComponent(new URL(url).pathname.slice(1));
  if (!database) throw new ConfigError('DATABASE_URL: names no database; with MIGRATE=0 it has to');
  const urls = roleUrls(url, database, secret);
  const known = await readMigrations();
  const end = performance.now() + wait_ms;
  let isSaid = false;
  for (;;) {
    const lacks = await lackOf(urls.global, known);
    if (lacks === null) return urls;
    if (performance.now() >= end) throw new ConfigError(`DATABASE_URL: ${lacks}`);
    if (!isSaid) log.warn({ lacks }, 'waiting until the database is migrated');
    isSaid = true;
    await setTimeout(PAUSE_MS);
  }
}

/**
 * Compares the schema that a role of the server reads with this version: why it can never run on it, what has to be applied
 * first and how, and what may be applied once no version before runs; null and none where all fits.
 */
export async function schemaOf(
  client: pg.Client,
  known: readonly Migration[],
): Promise<{ refused: string | null; lacks: string | null; left: readonly Migration[] }> {
  const { rows } = await client.query<Applied>('select name, kind from schema_versions');
  const compared = compare(known, rows);
  const absent = missing(compared);
  return {
    refused: tooLate(compared),
    lacks: absent.length > 0 ? `it lacks ${named(absent)}; ${remedyOf(absent)}` : null,
    left: compared.pending.slice(absent.length),
  };
}

/** Returns what the database lacks for this version; null where nothing. */
async function lackOf(url: string, known: readonly Migration[]): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await refuseReplica((text) => client.query(text), url);
    const { refused, lacks } = await schemaOf(client, known);
    if (refused) throw new ConfigError(refused);
    return lacks;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    const lack = LACKS[code];
    if (lack) return `${lack}; ${remedyOf([])}`;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Codes of a database that is not there yet, or that nobody, or another key, has set up. */
const LACKS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there yet',
  '57P03': 'it is starting',
  '28P01': 'it has no roles of this SECRET_KEY yet',
  '28000': 'it has no roles of this SECRET_KEY yet',
  '3D000': 'it does not exist yet',
  '42P01': 'it has no schema yet',
  '42501': 'its roles have no rights yet',
};
