import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database, Db } from '../db/client.ts';
import type { Replica } from '../db/replica/replica.ts';

/** Seconds of the longest answers by which they are counted. */
const ANSWER_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Milliseconds that a scrape waits for what the database knows; without it the figures of the process come alone. */
const DATABASE_MS = 1000;

/** Label of requests that met no route of ours: their address is a value of the caller. */
const NO_ROUTE = 'none';

/** A job as it is measured: `oldestDue` reads since when its oldest item is due. */
type Job = { name: string; oldestDue?: (db: Db) => Promise<{ due: string | null } | undefined> };

export type Metrics = ReturnType<typeof openMetrics>;

/** Opens the figures of one process. `outage` answers whether one is under way; jobs are told by `pass`. */
export function openMetrics(
  { database, replica }: { database: Database; replica?: Replica | undefined },
  jobs: readonly Job[],
  outage: () => boolean,
) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'provost_http_request_duration_seconds',
    help: 'Time to answer, by the pattern of the route',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: ANSWER_SECONDS,
    registers,
  });
  const passes = new Histogram({
    name: 'provost_job_duration_seconds',
    help: 'Time of a pass of a job',
    labelNames: ['job_name'] as const,
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers,
  });
  const failures = new Counter({
    name: 'provost_job_failures_total',
    help: 'Passes that ended with an error',
    labelNames: ['job_name'] as const,
    registers,
  });
  const ended = new Gauge({
    name: 'provost_job_last_success_timestamp_seconds',
    help: 'When a pass of the job ended well in this process',
    labelNames: ['job_name'] as const,
    registers,
  });
  for (const { name } of jobs) failures.inc({ job_name: name }, 0);
  addPools(registry, database, replica);
  addReplica(registry, replica);
  const swept = new Counter({
    name: 'provost_swept_rows_total',
    help: 'Expired rows that were deleted or blanked',
    labelNames: ['sweep'] as const,
    registers,
  });
  new Gauge({
    name: 'provost_database_outage',
    help: '1 while the database does not answer',
    registers,
    collect() {
      this.set(outage() ? 1 : 0);
    },
  });
  addWaiting(registry, database.everything, jobs);

  return {
    registry,
    watch(app: FastifyInstance): void {
      app.addHook('onResponse', async (request, reply) => {
        const route = request.routeOptions.url ?? NO_ROUTE;
        const labels = { method: request.method, route, status: String(reply.statusCode) };
        requests.observe(labels, reply.elapsedTime / 1000);
      });
    },
    swept: (sweep: string, rows: number) => swept.inc({ sweep }, rows),
    /** Runs a pass of a job and counts it; an error goes on. */
    async pass(job: string, run: () => Promise<void>): Promise<void> {
      const end = passes.startTimer({ job_name: job });
      try {
        await run();
        ended.setToCurrentTime({ job_name: job });
      } catch (error) {
        failures.inc({ job_name: job });
        throw error;
      } finally {
        end();
      }
    },
  };
}

/** Without a sample where there is no replica. */
function addReplica(registry: Registry, replica: Replica | undefined): void {
  new Gauge({
    name: 'provost_replica_lag_seconds',
    help: 'How far the replica is behind; absent while that is not known',
    registers: [registry],
    collect() {
      const lag = replica?.lagSeconds() ?? null;
      if (lag === null) this.remove();
      else this.set(lag);
    },
  });
  new Gauge({
    name: 'provost_replica_used',
    help: '1 while reads are answered by the replica',
    registers: [registry],
    collect() {
      if (!replica) this.remove();
      else this.set(replica.holds(null) || replica.standsIn() ? 1 : 0);
    },
  });
}

function addPools(registry: Registry, database: Database, replica: Replica | undefined): void {
  new Gauge({
    name: 'provost_database_connections',
    help: 'Connections of a pool: open, idle, the most there may be, and requests that wait for one',
    labelNames: ['pool', 'state'] as const,
    registers: [registry],
    collect() {
      const onReplica = replica?.database.pools().map((pool) => ({ ...pool, name: `replica_${pool.name}` }));
      for (const { name, ...states } of [...database.pools(), ...(onReplica ?? [])])
        for (const [state, count] of Object.entries(states)) this.set({ pool: name, state }, count);
    },
  });
}

function addWaiting(registry: Registry, db: Db, jobs: readonly Job[]): void {
  new Gauge({
    name: 'provost_job_oldest_due_seconds',
    help: 'How long the oldest item of a job has been due; 0 where none is',
    labelNames: ['job_name'] as const,
    registers: [registry],
    async collect() {
      this.reset();
      const measured = jobs.map(async ({ name, oldestDue }) => {
        const found = await oldestDue?.(db);
        if (found) this.set({ job_name: name }, secondsSince(found.due));
      });
      await Promise.race([Promise.allSettled(measured), wait(DATABASE_MS, null, { ref: false })]);
    },
  });
}

/** Returns how long a moment is ago; 0 for one to come, and for none. */
export function secondsSince(moment: string | null): number {
  return moment === null ? 0 : Math.max(0, (Date.now() - Date.parse(moment)) / 1000);
}
