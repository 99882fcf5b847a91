/** What lives as long as the process, and the kinds of work it does outside of requests. */
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
  /** 32 bytes that encrypt the numbers by which people are paid. */
  paymentKey: Uint8Array;
};

/** A pass over what is due, every `every` seconds, one at a time over all processes; it may die anywhere. */
export type JobDefinition = {
  name: string;
  every: number;
  /** `stopping` is aborted when the process is about to end: whoever works through many things stops between two. */
  run(platform: Platform, stopping: AbortSignal): Promise<void>;
};

export type Jobs = {
  /** Runs the definitions' jobs until stopped. */
  work(platform: Platform, definitions: readonly JobDefinition[]): Promise<void>;
  stop(): Promise<void>;
};
