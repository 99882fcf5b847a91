/** Jobs outside of requests, given by pg-boss to one process at a time (docs/decisions/027). */
import type { FastifyBaseLogger } from 'fastify';
import { CompiledQuery } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Database } from '../db/client.ts';
import { isOutage, NoConnection } from '../db/outages.ts';
import type { JobDefinition, Jobs } from '../platform.ts';

const POLL_SECONDS = 1;

const CLEARANCE_SECONDS = 60;

/** Milliseconds for a job to end at shutdown; it runs again elsewhere or later. */
const STOP_TIMEOUT_MS = 8_000;

/** Makes the queues; nothing runs before `work`. */
export async function openJobs(
  database: Database,
  log: FastifyBaseLogger,
  definitions: readonly JobDefinition[],
): Promise<Jobs> {
  const boss = new PgBoss({
    db: {
      executeSql: async (text, values = []) => {
        const asked = database.everything.executeQuery(CompiledQuery.raw(text, [...values]));
        const { rows } = await asked.catch((error: unknown) => {
          // What is told of it is a copy, by which a broken connection would not be known any more.
          throw isOutage(error) ? new NoConnection(error) : error;
        });
        return { rows: [...rows] };
      },
    },
    migrate: false,
    createSchema: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: CLEARANCE_SECONDS,
  });
  boss.on('error', (error: unknown) => log.error({ err: errorSaid(error) }, 'job queue'));
  await boss.start();
  for (const definition of definitions) {
    const options = optionsOf(definition);
    await boss.createQueue(definition.name, { ...options, policy: 'exclusive' });
    // A queue that stands already keeps its policy, but not the options of an earlier version.
    await boss.updateQueue(definition.name, options);
  }
  const timers: NodeJS.Timeout[] = [];
  const stopping = new AbortController();
  return {
    async work(platform, kinds) {
      for (const kind of kinds) {
        await boss.work(kind.name, { pollingIntervalSeconds: POLL_SECONDS, batchSize: 1 }, async ([job]) => {
          if (job) await kind.run(platform, stopping.signal);
        });
        timers.push(await repeat(boss, kind.name, kind.every, log));
      }
    },
    stop: () => {
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      return boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS, close: false });
    },
  };
}

/** Rebuilds an error from the library's copy, which the log could not read: message, code and stack only. */
function errorSaid(said: unknown): Error {
  if (said instanceof Error) return said;
  const { message, code, stack } = (said ?? {}) as Record<string, unknown>;
  const error = new Error(typeof message === 'string' ? message : 'The job queue gave no reason');
  if (typeof stack === 'string') error.stack = stack;
  return typeof code === 'string' ? Object.assign(error, { code }) : error;
}

/** Keeps a finished slot until it is over, so that nobody repeats it, and hardly longer. */
function optionsOf({ every }: JobDefinition) {
  return {
    retryLimit: 0,
    heartbeatSeconds: 10,
    expireInSeconds: 3600,
    deleteAfterSeconds: Math.max(2 * every, CLEARANCE_SECONDS),
  };
}

/** The database allows one job per queue and slot; processes ask twice a slot, to miss none. */
async function repeat(
  boss: PgBoss,
  name: string,
  seconds: number,
  log: FastifyBaseLogger,
): Promise<NodeJS.Timeout> {
  const ask = () =>
    boss.send(name, {}, { singletonSeconds: seconds }).catch((error: unknown) => {
      log.error({ err: error, job: name }, 'a repeated job was not sent');
    });
  await ask();
  return setInterval(() => void ask(), (seconds * 1000) / 2).unref();
}
