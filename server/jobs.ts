/** Work that outlives a request: pg-boss queues in the same database, sent inside the caller's transaction. */

import type { FastifyBaseLogger } from 'fastify';
import { CompiledQuery } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Database } from './db/client.ts';
import type { JobDefinition, Jobs } from './platform.ts';

/** Seconds between two looks at a queue. */
const POLL_SECONDS = 1;

/** Makes the queues known; nothing runs before `work`. */
export async function openJobs(
  database: Database,
  log: FastifyBaseLogger,
  definitions: readonly JobDefinition<object>[],
): Promise<Jobs> {
  const boss = new PgBoss({
    db: {
      executeSql: async (text, values = []) => {
        const { rows } = await database.everything.executeQuery(CompiledQuery.raw(text, [...values]));
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
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  await boss.start();
  for (const { name, retries = 20 } of definitions) {
    await boss.createQueue(name, {
      retryLimit: retries,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 600,
      heartbeatSeconds: 10,
      expireInSeconds: 3600,
    });
  }
  return {
    async send(db, job, payload, { startAfter } = {}) {
      const options = {
        db: fromKysely(db),
        ...(startAfter === undefined ? {} : { startAfter: new Date(startAfter) }),
      };
      await boss.send(job.name, payload, options);
    },
    async work(platform, kinds) {
      for (const kind of kinds) {
        await boss.work(kind.name, { pollingIntervalSeconds: POLL_SECONDS, batchSize: 1 }, async ([job]) => {
          if (job) await kind.run(platform, kind.payload.parse(job.data));
        });
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 30_000, close: false }),
  };
}
