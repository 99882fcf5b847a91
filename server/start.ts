/** Starts the parts in order and stops them in reverse. */
import type { FastifyBaseLogger } from 'fastify';
import { type Config, resolveSecretKey } from './config.ts';
import { openDatabase } from './db/client.ts';
import { makeDemoApart } from './db/demo/make-demo-apart.ts';
import { startEmbeddedPostgres } from './db/embedded/embedded.ts';
import { migrate } from './db/migrate.ts';
import { refuseForgetful } from './db/poolers.ts';
import { openFiles } from './files/open-files.ts';
import { closeWithin } from './http/connections.ts';
import { keysOf } from './keys.ts';
import { boundOutages } from './log.ts';
import type { Platform } from './platform.ts';
import {
  checkDatabase,
  makeDataDir,
  refuseAddress,
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
      await platform.jobs.work(platform, app.jobs);
      isMakingDemo = false;
      return notice;
    };
    const notice = demo ? prepare() : Promise.resolve(await prepare());
    // Whoever waits for it is told; until then, and where the start fails otherwise, nobody may.
    notice.catch(() => {});
    const http = await buildHttp(platform, () => isMakingDemo);
    // Side by side: jobs and requests have the same grace.
    stops.push(async () => {
      await Promise.all([closeWithin(http, STOP_TIMEOUT_MS), platform.jobs.stop()]);
    });
    const address = await http.listen({ port: config.port, host: config.host }).catch(refuseAddress(config));
    return { address, isMakingDemo, notice, platform, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Opens database, keys and queues, for server and commands; each part adds its end to `stops`. Features are
 * loaded after the settings are checked, so that a wrong one is reported at once.
 */
export async function openPlatform(config: Config, log: FastifyBaseLogger, stops: (() => Promise<void>)[]) {
  const { secretKey, databaseUrl, storageUrl, smtpUrl } = config;
  if (!secretKey || !databaseUrl || !storageUrl || !smtpUrl) await makeDataDir(config);
  const secret = await resolveSecretKey(config).catch(refuseDataDir(config));
  const files = await openFiles(config);
  const embedded = !config.databaseUrl;
  if (config.databaseUrl) await checkDatabase(config.databaseUrl);
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
  const urls = await migrate(url, secret).catch(refusePermission);
  const database = openDatabase(urls);
  stops.push(() => database.close());
  const unbound = boundOutages(log, () => database.probe());
  stops.push(async () => unbound());
  if (!embedded) await refuseForgetful(database, urls);
  const { jobs: definitions } = await loading;
  const jobs = await openJobs(database, log, definitions);
  const platform: Platform = { config, database, files, jobs, log, ...keysOf(secret) };
  return { platform, embedded, ownerUrl: url, urls };
}
