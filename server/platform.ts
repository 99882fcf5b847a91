/** What lives as long as the process, and the kinds of work it does outside of requests. */
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { Config } from './config.ts';
import type { Database, Db } from './db/client.ts';
import type { FileStore } from './files.ts';

export type Platform = {
  config: Config;
  database: Database;
  files: FileStore;
  jobs: Jobs;
  log: FastifyBaseLogger;
  /** 32 bytes that sign access tokens. */
  tokenKey: Uint8Array;
  /** 32 bytes that encrypt the secrets of draws. */
  drawKey: Uint8Array;
};

/** A kind of job: its queue, its payload and what it does. It may run twice and be killed anywhere. */
export type JobDefinition<Payload extends object> = {
  name: string;
  payload: z.ZodType<Payload>;
  /** `stopping` is aborted when the process is about to end: whoever works through many things stops between two. */
  run(platform: Platform, payload: Payload, stopping: AbortSignal): Promise<void>;
  /** How often a failed run is tried again; seconds between tries double from 2. A pass is not: the next one comes. */
  retries?: number;
  /**
   * A pass: runs by itself, with an empty payload, once in so many seconds and one at a time, however many processes
   * there are and however long it takes.
   */
  every?: number;
};

export type Jobs = {
  /** Sends a job with the transaction it belongs to; `startAfter` is a moment in ISO 8601. */
  send<Payload extends object>(
    db: Db,
    job: JobDefinition<Payload>,
    payload: Payload,
    options?: { startAfter?: string },
  ): Promise<void>;
  /** Runs the definitions' jobs until stopped. */
  work(platform: Platform, definitions: readonly JobDefinition<object>[]): Promise<void>;
  stop(): Promise<void>;
};
