import type { Duplex } from 'node:stream';
import pg from 'pg';
import { timeLimit } from '../../time-limits.ts';
import { isoMoment } from '../moments.ts';
import { noteLoss } from '../outages.ts';
import type { Watched } from './silence.ts';

/** Milliseconds that a request waits for a connection before it answers 503, on an ordinary machine. */
const CONNECTION_TIMEOUT_MS = 30_000;

/** Milliseconds in which a database that is there answers `select`, on an ordinary machine. */
const PROBE_TIMEOUT_MS = 10_000;

/** Opens a pool of at most `max` connections; whoever waits longer for one than so many milliseconds meets an outage. */
export function pool(
  connectionString: string,
  max: number,
  connectionTimeoutMillis = timeLimit(CONNECTION_TIMEOUT_MS),
): Watched {
  const connections = new pg.Pool({ ...settingsOf(connectionString), connectionTimeoutMillis, max });
  const clients = new Set<pg.PoolClient>();
  // Unheard, the error of a connection that the server ends would end the process; the pool replaces it.
  connections.on('error', () => {});
  connections.on('connect', (client) => {
    clients.add(client);
    client.on('error', noteLoss);
  });
  connections.on('remove', (client) => clients.delete(client));
  return Object.assign(connections, { clients });
}

export function settingsOf(connectionString: string): pg.ClientConfig {
  return {
    connectionString,
    // Whatever the role has been told to begin with.
    options: '-c search_path=public',
    connectionTimeoutMillis: timeLimit(CONNECTION_TIMEOUT_MS),
    // A host that vanished says nothing: without this its queries would be waited for for hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
    application_name: 'provost',
  };
}

/** Ends a connection without a word to the other side, whatever it does. */
export function cutOff(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
}

/** bigint and numeric as numbers (amounts stay below 2^53), also in arrays; moments as ISO 8601 in UTC. */
export const getTypeParser = ((oid: number, format?: 'text' | 'binary') => {
  if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return safeNumber;
  if (oid === BIGINT_ARRAY) return safeNumbers;
  if (oid === pg.types.builtins.TIMESTAMPTZ) return isoMoment;
  return pg.types.getTypeParser(oid, format as 'text') as unknown;
}) as typeof pg.types.getTypeParser;

/** The number of the type in pg_type; the package has no name for it. */
const BIGINT_ARRAY = 1016;

function safeNumbers(text: string): (number | null)[] {
  const inside = text.slice(1, -1);
  return inside === '' ? [] : inside.split(',').map((item) => (item === 'NULL' ? null : safeNumber(item)));
}

function safeNumber(text: string): number {
  const value = Number(text);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new RangeError(`${text} does not fit a number`);
  return value;
}

export async function probe(url: string): Promise<void> {
  const patience = timeLimit(PROBE_TIMEOUT_MS);
  const client = new pg.Client({
    ...settingsOf(url),
    connectionTimeoutMillis: patience,
    query_timeout: patience,
  });
  client.on('error', noteLoss);
  try {
    await client.connect();
    await client.query('select');
  } finally {
    void client.end().catch(() => {});
  }
}

/** Begins a new connection without a limit of time: a pooler takes it, and lets the first query wait while all of its own are at work. */
export function reach(url: string): { answered: Promise<unknown>; end: (isThere: boolean) => void } {
  const client = new pg.Client({ ...settingsOf(url), connectionTimeoutMillis: 0 });
  client.on('error', noteLoss);
  const end = (isThere: boolean) => (isThere ? void client.end().catch(() => {}) : cutOff(client));
  return { answered: client.connect(), end };
}
