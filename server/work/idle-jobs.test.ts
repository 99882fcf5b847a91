/** What the jobs of a process ask of the database while nothing waits, and how soon they are there once something does. */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestApp } from '../../test/harness.ts';
import { until } from '../../test/until.ts';
import { jobs as definitions } from '../app.ts';
import { openDatabase } from '../db/client.ts';
import { sendMail } from '../mail/mail.ts';
import { openJobs } from './jobs.ts';

const app = useTestApp();

/** Seconds that are measured: longer than the statistics of a connection that rests are late, and passes by the clock are apart. */
const MEASURED_SECONDS = 40;
const MOST_A_SECOND = 5;

test('fewer than five transactions a second while nothing waits, and work is begun once it is written', async () => {
  const { platform, urls } = app();
  const database = openDatabase(urls, 8);
  const jobs = await openJobs(database, platform.log, definitions);
  const done = async () => {
    // By the owner's own connection, whose questions are part of what is counted.
    const { rows } = await sql<{ count: number; seconds: number }>`
      select (xact_commit + xact_rollback)::integer as count, extract(epoch from clock_timestamp())::float8 as seconds
      from pg_stat_database where datname = current_database()`.execute(platform.database.everything);
    return rows[0] ?? { count: 0, seconds: 0 };
  };
  try {
    await jobs.work({ ...platform, database }, definitions);
    await wait(15_000);
    const before = await done();
    await wait(MEASURED_SECONDS * 1000);
    const after = await done();
    expect((after.count - before.count) / (after.seconds - before.seconds)).toBeLessThan(MOST_A_SECOND);
    await sendMail(platform.database.everything, {
      to_address: 'a@example.com',
      subject: 's',
      body_text: 't',
    });
    const waiting = () =>
      platform.database.everything.selectFrom('mails').select('id').where('sent_at', 'is', null).execute();
    await until(async () => expect(await waiting()).toEqual([]));
  } finally {
    await jobs.stop();
    await database.close();
  }
});

test('each condition for work is one that the database takes, and none waits in a new one', async () => {
  const { everything: db } = app().platform.database;
  for (const { name, waits } of definitions)
    for (const query of waits?.(db) ?? [])
      expect([name, (await sql`select exists ${query} as waits`.execute(db)).rows]).toEqual([
        name,
        [{ waits: false }],
      ]);
});
