/** Jobs outside of requests, given by pg-boss to one process at a time (docs/decisions/027, 228). */
import type { FastifyBaseLogger } from 'fastify';
import { CompiledQuery } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Database } from '../db/client.ts';
import { isOutage, NoConnection } from '../db/outages.ts';
import type { JobDefinition, Jobs } from '../platform.ts';
import { beginTrace, runTraced } from '../trace/trace.ts';

/** Seconds between two questions whether work waits, and between two passes of a job for which none does. */
const LOOK_SECONDS = 1;
const IDLE_SECONDS = 60;

/** Seconds until a pass that another process has sent is found by itself, as where that process has died since. */
const POLL_SECONDS = 45;

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
      const asking = new Map<string, () => Promise<void>>();
      for (const kind of kinds) {
        const worker = await boss.work(
          kind.name,
          { pollingIntervalSeconds: POLL_SECONDS, batchSize: 1 },
          async ([job]) => {
            const pass = () => runTraced(beginTrace(), () => kind.run(platform, stopping.signal));
            if (job) await (platform.metrics?.pass(kind.name, pass) ?? pass());
          },
        );
        // The database allows one job per queue and slot.
        const ask = async () => {
          await boss.send(kind.name, {}, { singletonSeconds: kind.every }).catch((error: unknown) => {
            log.error({ err: error, job: kind.name }, 'a repeated job was not sent');
          });
          boss.notifyWorker(worker);
        };
        asking.set(kind.name, ask);
        await ask();
        // Twice a slot, to miss none.
        const seconds = kind.waits ? Math.max(IDLE_SECONDS, kind.every) : kind.every / 2;
        timers.push(repeat(seconds, ask));
      }
      let isLooking = false;
      const look = async () => {
        if (isLooking) return;
        isLooking = true;
        const waiting = await waitingJobs(database, kinds).catch((err: unknown) => {
          log.error({ err }, 'whether work waits was not read');
          return [];
        });
        await Promise.all(waiting.map(async (name) => asking.get(name)?.()));
        isLooking = false;
      };
      timers.push(repeat(LOOK_SECONDS, look));
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

/** Returns the names of jobs for which work waits, by one statement for all of them. */
async function waitingJobs(
  { everything: db }: Database,
  definitions: readonly JobDefinition[],
): Promise<string[]> {
  const asked = definitions.flatMap(({ name, waits }) => (waits ? [{ name, queries: waits(db) }] : []));
  if (asked.length === 0) return [];
  const answer: Record<string, unknown> = await db
    .selectNoFrom((eb) =>
      asked.map(({ name, queries }) => eb.or(queries.map((query) => eb.exists(query))).as(name)),
    )
    .executeTakeFirstOrThrow();
  return asked.map(({ name }) => name).filter((name) => answer[name] === true);
}

function repeat(seconds: number, work: () => Promise<void>): NodeJS.Timeout {
  return setInterval(() => void work(), seconds * 1000).unref();
}
