import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { useWorld } from '../test/harness.ts';
import { openJobs } from './jobs.ts';
import type { JobDefinition } from './platform.ts';

const world = useWorld();

it('runs a repeated job once in its time, however many processes ask', async () => {
  let runs = 0;
  const repeated: JobDefinition<object> = {
    name: 'repeated',
    payload: z.object({}),
    every: 3600,
    run: async () => void runs++,
  };
  const { platform } = world();
  const processes = await Promise.all(
    Array.from({ length: 3 }, () => openJobs(platform.database, pino({ level: 'silent' }), [repeated])),
  );
  await Promise.all(processes.map((jobs) => jobs.work(platform, [repeated])));
  await wait(4_000);
  await Promise.all(processes.map((jobs) => jobs.stop()));
  const again = await openJobs(platform.database, pino({ level: 'silent' }), [repeated]);
  await again.work(platform, [repeated]);
  await wait(2_000);
  await again.stop();
  // The hour may have turned while it ran.
  expect([1, 2]).toContain(runs);
  const slots = await platform.database.everything.executeQuery<{ n: number }>({
    sql: `select count(distinct singleton_on)::int as n, count(*)::int as jobs from pgboss.job where name = 'repeated'`,
    parameters: [],
    query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
    queryId: { queryId: 'slots' },
  });
  expect(slots.rows[0]?.n).toBe(runs);
});
