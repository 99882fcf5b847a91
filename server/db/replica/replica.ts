/** A replica of the database for reads (docs/decisions/226-reads-from-a-replica.md). Specification: Operations. */
import { type Database, openDatabase } from '../client.ts';
import { NoConnection } from '../outages.ts';
import { roleUrls, type Urls } from '../roles.ts';
import { lagMeter, positionOf } from './lag.ts';
import { isSilence, watchServer } from './watched-server.ts';

export type Replica = {
  database: Database;
  /** True where it may answer in place of the primary: near enough behind it, and with what was written up to `lsn`. */
  holds(lsn: string | null): boolean;
  /** True while the primary does not answer and the replica does, which was near enough behind it when it last did. */
  standsIn(): boolean;
  /** True where nothing can be written: the primary cannot be reached, or has been silent for longer than a busy one is. */
  refusesWrites(): boolean;
  /** The result of `work`; throws a NoConnection where the replica begins to stand in before. */
  unlessPrimaryGoes<Result>(work: Promise<Result>): Promise<Result>;
  /** Seconds behind the primary; null where that is not known, or the replica does not answer. */
  lagSeconds(): number | null;
  close(): Promise<void>;
};

/** Milliseconds of silence after which a primary that takes connections counts as away for writes: a pooler may queue for long. */
const SILENT_MS = 5_000;

type Primary = { lsn: string; system: string };
type Standby = Primary & { age: number | null };

/** Fails on a server in recovery, which is no primary whatever its address. What is not flushed is sent to no replica. */
const PRIMARY = `
  select pg_current_wal_flush_lsn()::text as lsn, system_identifier::text as system from pg_control_system()`;

/** No row of a server that takes writes: it was promoted, and is the replica of nobody. */
const STANDBY = `
  select pg_last_wal_replay_lsn()::text as lsn, system_identifier::text as system,
    extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as age
  from pg_control_system() where pg_is_in_recovery() and pg_last_wal_replay_lsn() is not null`;

/** Opens pools on the replica, `max` connections each, and watches both servers; it is used once both have answered. */
export function openReplica(
  primary: Urls,
  replica: Urls,
  { lagSeconds: mostLag, connections }: { lagSeconds: number; connections: number },
): Replica {
  const database = openDatabase(readOnly(replica), connections);
  const lag = lagMeter();
  const waiting = new Set<(error: unknown) => void>();
  let system: string | undefined;
  let isPrimaryAway = false;
  let isGone = false;
  // When the primary went away, and when the replica last was near enough behind it.
  let awaySince = 0;
  let nearAt = Number.NEGATIVE_INFINITY;
  let standby: (Standby & { lag: number | null }) | undefined;
  const isNear = () => standby !== undefined && standby.lag !== null && standby.lag <= mostLag;
  const standsIn = () => isPrimaryAway && standby !== undefined && awaySince - nearAt <= mostLag * 1000;
  const tellWaiting = () => {
    if (!standsIn()) return;
    for (const fail of waiting) fail(new NoConnection(new Error('the primary does not answer')));
    waiting.clear();
  };
  const ends = [
    watchServer<Primary>(primary.global, PRIMARY, {
      answered: (row) => {
        if (!row) return;
        system = row.system;
        if (isPrimaryAway) lag.forget();
        isPrimaryAway = false;
        isGone = false;
        lag.primaryAt(row.lsn);
      },
      away: (error) => {
        if (!isPrimaryAway) awaySince = performance.now();
        isPrimaryAway = true;
        isGone = !isSilence(error) || performance.now() - awaySince > SILENT_MS;
        tellWaiting();
      },
    }),
    watchServer<Standby>(readOnly(replica).global, STANDBY, {
      answered: (row) => {
        // One of another cluster would answer with rows that were never ours.
        standby = row && row.system === system ? { ...row, lag: lag.replicaAt(row.lsn, row.age) } : undefined;
        if (!isPrimaryAway && isNear()) nearAt = performance.now();
        tellWaiting();
      },
      away: () => {
        standby = undefined;
        lag.forget();
      },
    }),
  ];
  return {
    database,
    holds: (lsn) =>
      !isPrimaryAway &&
      standby !== undefined &&
      isNear() &&
      (lsn === null || positionOf(standby.lsn) >= positionOf(lsn)),
    standsIn,
    refusesWrites: () => standsIn() && isGone,
    unlessPrimaryGoes: (work) =>
      new Promise((resolve, reject) => {
        waiting.add(reject);
        work.then(resolve, reject).finally(() => waiting.delete(reject));
      }),
    lagSeconds: () => standby?.lag ?? null,
    close: async () => {
      for (const end of ends) end();
      await database.close();
    },
  };
}

/** Returns the addresses of the roles on a replica, of which `url` names the host: the roles and the database are those of the primary. */
export function replicaUrls(url: string, database: string, secret: Buffer): Urls {
  const address = Object.assign(new URL(url), { pathname: `/${encodeURIComponent(database)}` });
  return roleUrls(address.href, database, secret);
}

/** Says with each connection that it only reads: where the replica is promoted meanwhile, nothing is written there. */
function readOnly(urls: Urls): Urls {
  const said = (url: string) => {
    const address = new URL(url);
    address.searchParams.set('options', '-c search_path=public -c default_transaction_read_only=on');
    return address.href;
  };
  return { global: said(urls.global), scoped: said(urls.scoped), site: said(urls.site) };
}
