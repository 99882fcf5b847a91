import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { useTestApp } from '../../test/harness.ts';
import { until } from '../../test/until.ts';
import { openLog } from '../log.ts';
import type { JobDefinition } from '../platform.ts';
import { openJobs } from './jobs.ts';

const app = useTestApp();

// They wait by the clock of the queue, each for a queue of its own, and so beside each other.
describe.concurrent('the jobs', () => {
  test('runs a repeated job once in its time, however many processes ask', async () => {
    let runs = 0;
    const repeated: JobDefinition = {
      name: 'repeated',
      every: 3600,
      run: async () => void runs++,
    };
    const { platform } = app();
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
    const slots = await sql<{ n: number }>`
    select count(distinct singleton_on)::int as n from pgboss.job where name = 'repeated'`.execute(
      platform.database.everything,
    );
    expect(slots.rows[0]?.n).toBe(runs);
  });

  test('never runs a pass beside itself, however long it takes and however many processes there are', async () => {
    let [underWay, most, runs] = [0, 0, 0];
    const slow: JobDefinition = {
      name: 'slow-pass',
      every: 1,
      run: async () => {
        runs += 1;
        underWay += 1;
        most = Math.max(most, underWay);
        await wait(3_500);
        underWay -= 1;
      },
    };
    const { platform } = app();
    const processes = await Promise.all(
      Array.from({ length: 3 }, () => openJobs(platform.database, pino({ level: 'silent' }), [slow])),
    );
    await Promise.all(processes.map((jobs) => jobs.work(platform, [slow])));
    await until(() => expect(runs).toBeGreaterThan(1));
    await Promise.all(processes.map((jobs) => jobs.stop()));
    expect(most).toBe(1);
  });

  test('tells a pass that the process is about to end, and waits for it', async () => {
    let [begun, told] = [false, false];
    const patient: JobDefinition = {
      name: 'patient-pass',
      every: 1,
      run: async (_platform, stopping) => {
        begun = true;
        while (!stopping.aborted) await wait(50);
        told = true;
      },
    };
    const { platform } = app();
    const jobs = await openJobs(platform.database, pino({ level: 'silent' }), [patient]);
    await jobs.work(platform, [patient]);
    await until(() => begun);
    await jobs.stop();
    expect(told).toBe(true);
  });

  test('comes again after a pass that failed, and clears away what has run', async () => {
    let runs = 0;
    const failing: JobDefinition = {
      name: 'failing-pass',
      every: 1,
      run: async () => {
        runs += 1;
        throw new Error('not this time');
      },
    };
    const { database } = app().platform;
    const jobs = await openJobs(database, pino({ level: 'silent' }), [failing]);
    await jobs.work(app().platform, [failing]);
    await until(() => expect(runs).toBeGreaterThan(2));
    // As if they had run two minutes ago, and the last clearance were as old.
    await sql`update pgboss.job set completed_on = completed_on - interval '2 minutes' where name = 'failing-pass'`.execute(
      database.everything,
    );
    await sql`update pgboss.queue set maintain_on = now() - interval '2 minutes' where name = 'failing-pass'`.execute(
      database.everything,
    );
    await until(async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pgboss.job
        where name = 'failing-pass' and completed_on < now() - interval '1 minute'`.execute(
        database.everything,
      );
      expect(rows[0]?.n).toBe(0);
    });
    await jobs.stop();
  });

  test('logs what went wrong in a queue with its words and code, and none of its values', async () => {
    const lines: string[] = [];
    const log = openLog('error', { write: (line) => void lines.push(line) });
    let fails = false;
    const { platform } = app();
    const everything = new Proxy(platform.database.everything, {
      get: (database, key) =>
        key === 'executeQuery' && fails
          ? () => sql`select ${'secret'}::text::integer`.execute(platform.database.everything)
          : key === 'executeQuery'
            ? database.executeQuery.bind(database)
            : Reflect.get(database, key, database),
    });
    const pass: JobDefinition = { name: 'badly-kept', every: 1, run: async () => {} };
    const jobs = await openJobs({ ...platform.database, everything }, log, [pass]);
    await jobs.work(platform, [pass]);
    fails = true;
    const said = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'job queue');
    await until(() => expect(said().length).toBeGreaterThan(0));
    fails = false;
    await jobs.stop();
    for (const { err } of said())
      expect(err).toMatchObject({ code: '22P02', message: expect.stringContaining('invalid input syntax') });
    expect(lines.join()).not.toContain('secret');
  });
});
