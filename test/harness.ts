/** A whole Provost on a database of its own, spoken to over HTTP as its users do. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { DestinationStream } from 'pino';
import { afterAll, beforeAll, inject } from 'vitest';
import type { Permission } from '../core/access.ts';
import { jobs as jobDefinitions } from '../server/app.ts';
import { type Config, readConfig } from '../server/config.ts';
import { openDatabase } from '../server/db/client.ts';
import { openReplica } from '../server/db/replica/replica.ts';
import type { Urls } from '../server/db/roles.ts';
import { openFiles } from '../server/files/open-files.ts';
import { buildHttp } from '../server/http/http.ts';
import { signAccessToken } from '../server/http/session.ts';
import { openLog } from '../server/log.ts';
import type { Platform } from '../server/platform.ts';
import { openJobs } from '../server/work/jobs.ts';
import type { ReplicaCluster } from './clusters/replica-cluster.ts';
import { copyDemo } from './demo-database.ts';
import { makeSettledAdmin } from './factories.ts';
import { checkKeptSums } from './kept-sums.ts';
import { copyTemplate, TEST_KEYS } from './test-database.ts';

export type Answer = {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever came over the wire.
  body: any;
  headers: Record<string, string | string[] | number | undefined>;
};
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export type Call = (
  method: Method,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

export type TestApp = {
  platform: Platform;
  http: FastifyInstance;
  /** The owner's address of the database: sees everything, bound by nothing. */
  ownerUrl: string;
  /** The addresses of the roles that the product signs in as. */
  urls: Urls;
  /** Calls below `/api/wladmin/` as nobody. */
  call: Call;
  /** Makes an admin with these rights, who has been here from the beginning, and answers calls in its name. */
  as(rights: {
    permissions: Permission[];
    program_id?: number;
    email?: string;
  }): Promise<Call & { admin_id: number }>;
  /** Calls in the name of an admin that stands already. */
  signedIn(adminId: number): Promise<Call & { admin_id: number }>;
};

/** Makes a world before the tests of a file and ends it after them; read it inside a test only. */
export function useTestApp(settings: Partial<Config> = {}, options: Options = {}): { (): TestApp } {
  let app: TestApp | undefined;
  let end: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    ({ app, end } = await openTestApp(settings, options));
  });
  afterAll(async () => end?.());
  return () => {
    if (!app) throw new Error('the world stands only inside a test');
    return app;
  };
}

/** The statuses of calls that raced each other, in ascending order. */
export function statusesOf(answers: readonly Pick<Answer, 'status'>[]): number[] {
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

const PROVEN_FOR_MS = 5 * 60_000;

type Options = { jobs?: boolean; log?: DestinationStream; demo?: boolean; cluster?: ReplicaCluster };

/**
 * Opens a world; with `jobs`, its queues are worked as well; `log` is where it writes its log; `demo` is in it or not; it
 * stands on a copy of the template, or on a `cluster` with a replica.
 */
export async function openTestApp(
  settings: Partial<Config> = {},
  { jobs: withJobs = false, log: to, demo = false, cluster }: Options = {},
) {
  const urls = cluster
    ? { owner: cluster.primary.url, ...cluster.urls }
    : await (demo ? copyDemo : copyTemplate)(inject('testDatabase'));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'provost-world-'));
  const config = {
    ...readConfig({ PUBLIC_URL: 'http://localhost:4000', TIME_LIMITS: process.env.TIME_LIMITS }),
    dataDir,
    logLevel: 'silent' as const,
    ...settings,
  };
  const log = openLog(config.logLevel, to);
  const database = openDatabase(urls, 8);
  const replica =
    cluster &&
    openReplica(urls, cluster.replicaUrls, { lagSeconds: config.replicaLagSeconds, connections: 4 });
  const jobs = await openJobs(database, log, jobDefinitions);
  const files = await openFiles(config);
  const platform: Platform = {
    config,
    database,
    ...(replica && { replica }),
    files,
    jobs,
    log,
    ...TEST_KEYS,
  };
  const http = await buildHttp(platform);
  if (withJobs) await jobs.work(platform, jobDefinitions);
  const end = async () => {
    await http.close();
    await jobs.stop();
    try {
      await checkKeptSums(owner.everything);
    } finally {
      await Promise.all([database.close(), owner.close(), replica?.close()]);
      await rm(dataDir, { recursive: true, force: true });
    }
  };
  const call = caller(http, {});
  const signedIn = async (adminId: number) => {
    const session = await database.everything
      .insertInto('sessions')
      .values({ admin_id: adminId, address: '127.0.0.1' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const authorization = `Bearer ${signAccessToken(TEST_KEYS.tokenKey, session.id)}`;
    const call = caller(http, { authorization });
    let proven = performance.now();
    const provenCall: Call = async (...request) => {
      // However long a test takes: what asks again who calls has tests of its own.
      if (performance.now() - proven > PROVEN_FOR_MS) {
        proven = performance.now();
        const proven_at = sql<string>`provost_now()`;
        await database.everything
          .updateTable('sessions')
          .set({ proven_at })
          .where('id', '=', session.id)
          .execute();
      }
      return call(...request);
    };
    return Object.assign(provenCall, { admin_id: adminId });
  };
  const owner = openDatabase({ global: urls.owner, scoped: urls.owner, site: urls.owner }, 1);
  const as: TestApp['as'] = async (rights) => signedIn((await makeSettledAdmin(owner.everything, rights)).id);
  const app: TestApp = { platform, http, ownerUrl: urls.owner, urls, call, as, signedIn };
  return { app, end };
}

function caller(http: FastifyInstance, base: Record<string, string>): Call {
  return async (method, url, body, headers = {}) => {
    const isForm = body instanceof FormData;
    const response = await http.inject({
      method,
      url: url.startsWith('/') ? url : `/api/wladmin/${url}`,
      headers: {
        ...base,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: isForm ? body : JSON.stringify(body) }),
    });
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      body: isJson && response.body ? JSON.parse(response.body) : response.body,
      headers: response.headers as Answer['headers'],
    };
  };
}
