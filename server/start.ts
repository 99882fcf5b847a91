import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Config, resolveSecretKey } from './config.ts';
import { openDatabase } from './db/client.ts';
import { makeDemoApart } from './db/demo/make-demo-apart.ts';
import { startEmbeddedPostgres } from './db/embedded/embedded.ts';
import { migrateUpTo } from './db/migrate.ts';
import { refuseForgetful } from './db/poolers/poolers.ts';
import { openReplica, type Replica, replicaUrls } from './db/replica/replica.ts';
import type { Urls } from './db/roles.ts';
import { awaitSchema } from './db/versions/await-schema.ts';
import type { Kind } from './db/versions/migrations.ts';
import { openFiles } from './files/open-files.ts';
import { closeWithin } from './http/connections.ts';
import { keysOf } from './keys.ts';
import { boundOutages, isAway } from './log.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';
import type { Platform } from './platform.ts';
import {
  checkDatabase,
  makeDataDir,
  refuseAddress,
  refuseDatabase,
  refuseDataDir,
  refusePermission,
} from './start-checks.ts';
import { openJobs } from './work/jobs.ts';

/** Milliseconds for requests to finish at shutdown. */
const STOP_TIMEOUT_MS = 10_000;

export type Running = {
  address: string;
  /** True until demo data is complete: nobody can sign in before. */
  isMakingDemo: boolean;
  /** The terminal's notice on how to sign in, once the database has its contents. */
  notice: Promise<string>;
  platform: Platform;
  stop(): Promise<void>;
  /** Says at /readyz that it ends, answers for DRAIN_SECONDS more, and stops. */
  drain(): Promise<void>;
};

/** Starts database, jobs and HTTP server, which answers while a demo is being made. */
export async function start(config: Config, log: FastifyBaseLogger): Promise<Running> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    const failures: unknown[] = [];
    // One that fails keeps nobody from ending, the database least of all.
    for (const end of stops.splice(0).reverse()) await end().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  try {
    const { platform, embedded, ownerUrl, urls } = await openPlatform(config, log, stops);
    const [{ prepareContents, wantsDemo }, { buildHttp }, app] = await Promise.all([
      import('./db/contents.ts'),
      import('./http/http.ts'),
      import('./app.ts'),
    ]);
    const demo = (await wantsDemo(platform, embedded)) ? makeDemoApart({ urls, ownerUrl }) : null;
    if (demo) stops.push(() => demo.stop());
    let isMakingDemo = demo !== null;
    const prepare = async () => {
      await demo?.made;
      const notice = await prepareContents(platform, embedded, ownerUrl);
      if (config.roles.includes('worker')) await platform.jobs.work(platform, app.jobs);
      isMakingDemo = false;
      return notice;
    };
    const notice = demo ? prepare() : Promise.resolve(await prepare());
    // Whoever waits for it is told; until then, and where the start fails otherwise, nobody may.
    notice.catch(() => {});
    let isDraining = false;
    const http = await buildHttp(platform, {
      isMakingDemo: () => isMakingDemo,
      isDraining: () => isDraining,
    });
    // Side by side: jobs and requests have the same grace.
    stops.push(async () => {
      await Promise.all([closeWithin(http, STOP_TIMEOUT_MS), platform.jobs.stop()]);
    });
    const address = await http.listen({ port: config.port, host: config.host }).catch(refuseAddress(config));
    const { metrics } = platform;
    const { metricsPort, drainSeconds } = config;
    if (metrics && metricsPort) stops.push(await serveMetrics(metrics, { ...config, metricsPort }));
    const drain = async () => {
      isDraining = true;
      await wait(drainSeconds * 1000);
      await stop();
    };
    return { address, isMakingDemo, notice, platform, stop, drain };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Opens database, keys and queues, for server and commands; each part adds its end to `stops`. Features are
 * loaded after the settings are checked, so that a wrong one is reported at once. A command migrates `upTo` what the
 * servers of the version before still run on.
 */
export async function openPlatform(
  config: Config,
  log: FastifyBaseLogger,
  stops: (() => Promise<void>)[],
  upTo: Kind = 'contract',
) {
  const { secretKey, databaseUrl, storageUrl, smtpUrl } = config;
  if (!secretKey || !databaseUrl || !storageUrl || !smtpUrl) await makeDataDir(config);
  const secret = await resolveSecretKey(config).catch(refuseDataDir(config));
  const files = await openFiles(config);
  const embedded = !config.databaseUrl;
  if (config.databaseUrl && config.migrate) await checkDatabase(config.databaseUrl);
  // Loaded while the database starts, which this process only waits for.
  const loading = import('./app.ts');
  loading.catch(() => {});
  let url = config.databaseUrl;
  if (!url) {
    const postgres = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      log: (line) => log.debug(line),
      warn: (line) => log.warn({ postgres: 'embedded' }, line),
    }).catch(refuseDataDir(config));
    stops.push(() => postgres.stop());
    url = postgres.url;
  }
  const urls = config.migrate
    ? (await migrateUpTo(url, secret, upTo).catch(refusePermission)).urls
    : await awaitSchema(url, secret, log).catch(refuseDatabase(url));
  const database = openDatabase(urls, config.databaseConnections);
  stops.push(() => database.close());
  const replica = config.databaseReplicaUrl
    ? replicaOf(config, config.databaseReplicaUrl, urls, secret)
    : undefined;
  if (replica) stops.push(() => replica.close());
  const unbound = boundOutages(log, () => database.probe());
  stops.push(async () => unbound());
  if (!embedded) await refuseForgetful(database, urls);
  const { jobs: definitions } = await loading;
  const jobs = await openJobs(database, log, definitions);
  const metrics = config.metricsPort
    ? (await import('./metrics/metrics.ts')).openMetrics({ database, replica }, definitions, () =>
        isAway(log),
      )
    : undefined;
  const platform: Platform = { metrics, config, database, replica, files, jobs, log, ...keysOf(secret) };
  return { platform, embedded, ownerUrl: url, urls };
}

function replicaOf(config: Config, url: string, primary: Urls, secret: Buffer): Replica {
  const database = decodeURIComponent(new URL(primary.global).pathname.slice(1));
  const { replicaLagSeconds: lagSeconds, databaseConnections: connections } = config;
  return openReplica(primary, replicaUrls(url, database, secret), { lagSeconds, connections });
}
