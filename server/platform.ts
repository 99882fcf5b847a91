import type { KeyObject } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Expression } from 'kysely';
import type { Config } from './config.ts';
import type { Database, Db } from './db/client.ts';
import type { Replica } from './db/replica/replica.ts';
import type { FileStore } from './files/files.ts';
import type { Metrics } from './metrics/metrics.ts';

export type Platform = {
  config: Config;
  database: Database;
  /** Absent where there is none; what reads it gets a platform whose `database` is the replica's. */
  replica?: Replica;
  files: FileStore;
  jobs: Jobs;
  log: FastifyBaseLogger;
  /** Figures of this process; absent where nobody reads any. */
  metrics?: Metrics;
  /** 32 bytes that sign access tokens. */
  tokenKey: KeyObject;
  /** 32 bytes that encrypt the secrets of draws. */
  drawKey: Uint8Array;
  /** 32 bytes that encrypt payment secrets. */
  paymentKey: Uint8Array;
  /** 32 bytes that encrypt the secrets of second factors. */
  factorKey: Uint8Array;
  /** 32 bytes that the keys of a demo's example sites derive from. */
  exampleSiteKey: Uint8Array;
};

/** A job: does due work every `every` seconds, in one process at a time, and may be killed anywhere; with `waits` only where there is some. */
export type JobDefinition = {
  name: string;
  every: number;
  /** Reads since when the oldest item is due, null where none is; absent where the job has no items. */
  oldestDue?: (db: Db) => Promise<{ due: string | null } | undefined>;
  /** Queries whose rows are its due work, or more than that, asked every second. One that misses some puts it off by a minute. */
  waits?: (db: Db) => readonly Expression<unknown>[];
  /** `stopping` is aborted before the process ends: long loops stop between two items. */
  run(platform: Platform, stopping: AbortSignal): Promise<void>;
};

export type Jobs = {
  work(platform: Platform, definitions: readonly JobDefinition[]): Promise<void>;
  stop(): Promise<void>;
};
