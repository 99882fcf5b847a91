/** Process-wide resources, and jobs outside of requests. */
import type { KeyObject } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import type { FileStore } from './files/files.ts';

export type Platform = {
  config: Config;
  database: Database;
  files: FileStore;
  jobs: Jobs;
  log: FastifyBaseLogger;
  /** 32 bytes that sign access tokens. */
  tokenKey: KeyObject;
  /** 32 bytes that encrypt the secrets of draws. */
  drawKey: Uint8Array;
  /** 32 bytes that encrypt payment secrets. */
  paymentKey: Uint8Array;
  /** 32 bytes that the keys of a demo's example sites derive from. */
  exampleSiteKey: Uint8Array;
};

/** A job: handles due work every `every` seconds, one process at a time; it may be killed anywhere. */
export type JobDefinition = {
  name: string;
  every: number;
  /** `stopping` is aborted before the process ends: long loops stop between two items. */
  run(platform: Platform, stopping: AbortSignal): Promise<void>;
};

export type Jobs = {
  work(platform: Platform, definitions: readonly JobDefinition[]): Promise<void>;
  stop(): Promise<void>;
};
