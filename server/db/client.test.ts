/** The connections: one a flow, lost ones replaced, none kept by whoever failed to use it. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { copyTemplate } from '../../test/test-database.ts';
import { type Database, inTransaction, openDatabase } from './client.ts';
import { isOutage } from './outages.ts';

let urls: Awaited<ReturnType<typeof copyTemplate>>;
let database: Database;
let owner: pg.Client;
beforeAll(async () => {
  urls = await copyTemplate(inject('testDatabase'));
  database = openDatabase(urls, 3);
  owner = new pg.Client(urls.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.close();
});

const one = sql<{ n: number }>`select 1 as n`;
const REFUSAL = 'Inside a transaction another connection was asked for';

describe('a flow that holds a connection', () => {
  const others = {
    'its own handle': () => database.everything,
    'another role': () => database.forProgram(2),
    'another scope': () => database.nobody,
  };

  test.each(Object.entries(others))('is refused one of %s', async (_, other) => {
    const inside = inTransaction(database.everything, () => one.execute(other()));
    await expect(inside).rejects.toThrow(REFUSAL);
    const direct = database.everything.transaction().execute(() => one.execute(other()));
    await expect(direct).rejects.toThrow(REFUSAL);
    const scoped = inTransaction(database.forProgram(2), async () => {
      await Promise.resolve();
      return one.execute(other());
    });
    await expect(scoped).rejects.toThrow(REFUSAL);
    const bare = database.everything.connection().execute(() => one.execute(other()));
    await expect(bare).rejects.toThrow(REFUSAL);
  });

  test('is refused a transaction in the transaction', async () => {
    const nested = inTransaction(database.everything, () =>
      inTransaction(database.everything, (trx) => one.execute(trx)),
    );
    await expect(nested).rejects.toThrow(REFUSAL);
  });

  test('may use its own, once and side by side, and another one afterwards', async () => {
    const seen = await inTransaction(database.everything, async (trx) => {
      await inTransaction(trx, (same) => one.execute(same));
      return one.execute(trx);
    });
    expect(seen.rows).toEqual([{ n: 1 }]);
    expect((await one.execute(database.forProgram(2))).rows).toEqual([{ n: 1 }]);
    const both = [one.execute(database.everything), one.execute(database.everything)];
    expect(await Promise.all(both)).toHaveLength(2);
  });

  test('leaves behind what may ask again once it has ended', async () => {
    const later = Promise.withResolvers<unknown>();
    await inTransaction(database.everything, async (trx) => {
      setTimeout(() => void one.execute(database.everything).then(later.resolve, later.reject), 50);
      return one.execute(trx);
    });
    expect(await later.promise).toMatchObject({ rows: [{ n: 1 }] });
  });

  test('gives it back where the transaction was refused', async () => {
    for (let n = 0; n < 10; n++) {
      await expect(inTransaction(database.everything, () => one.execute(database.nobody))).rejects.toThrow(
        REFUSAL,
      );
    }
    expect((await one.execute(database.everything)).rows).toEqual([{ n: 1 }]);
  });
});

describe('a connection that the server ends', () => {
  /** Waits until each is gone: one that is only told to end may still serve whoever comes next. */
  const endAll = () =>
    owner.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);

  test('while a transaction holds it and asks nothing ends nothing but that transaction', async () => {
    const held = inTransaction(database.everything, async (trx) => {
      await one.execute(trx);
      await endAll();
      await new Promise((resolve) => setTimeout(resolve, 200));
      return one.execute(trx);
    });
    const error: unknown = await held.catch((caught: unknown) => caught);
    expect(isOutage(error), String(error)).toBe(true);
    expect((await one.execute(database.everything)).rows).toEqual([{ n: 1 }]);
  });

  test('under its query is an outage for whoever asked', async () => {
    const running = sql`select pg_sleep(30)`.execute(database.everything);
    const outcome = running.catch((caught: unknown) => caught);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await endAll();
    expect(isOutage(await outcome)).toBe(true);
  });

  test('before its scope is set is given back: the pool has as many as before', async () => {
    for (let n = 0; n < 10; n++) {
      await Promise.allSettled([1, 2, 3].map((program) => one.execute(database.forProgram(program))));
      // The next scopes are set on connections of which nobody has read yet that they ended.
      const ended = endAll();
      await Promise.allSettled([4, 5, 6].map((program) => one.execute(database.forProgram(program))));
      await ended;
    }
    const atOnce = () =>
      Array.from({ length: 3 }, () => sql`select pg_sleep(0.05)`.execute(database.forProgram(7)));
    // Slow enough that each has a connection of its own: whichever is dead is found so.
    await Promise.allSettled(atOnce());
    await expect(Promise.all(atOnce())).resolves.toHaveLength(3);
  });

  test('is told apart from a refusal', async () => {
    const error: unknown = await sql`select 1 / 0`
      .execute(database.everything)
      .catch((caught: unknown) => caught);
    expect(isOutage(error)).toBe(false);
  });
});

const AWAY = 'postgres://x@127.0.0.1:1/x';

describe('a connection that cannot be had', () => {
  test('is an outage where nobody listens', async () => {
    const away = openDatabase({ global: AWAY, scoped: AWAY, site: AWAY });
    const refused: unknown = await one.execute(away.everything).catch((caught: unknown) => caught);
    expect(isOutage(refused)).toBe(true);
    await away.close();
  });

  test('is an outage after its limit where all are held', async () => {
    const small = openDatabase(urls, 1, 100);
    const held = Promise.withResolvers<void>();
    const done = Promise.withResolvers<void>();
    const holder = small.everything.connection().execute(async () => {
      held.resolve();
      await done.promise;
    });
    await held.promise;
    const waited: unknown = await one.execute(small.everything).catch((caught: unknown) => caught);
    expect(isOutage(waited)).toBe(true);
    done.resolve();
    await holder;
    await small.close();
  });
});

test('reads bigint as numbers, in arrays as well, and refuses what no number holds', async () => {
  const read = (text: string) =>
    sql<{ ids: unknown }>`select ${sql.raw(text)} as ids`.execute(database.nobody);
  const idsOf = async (text: string) => (await read(text)).rows[0]?.ids;
  expect(await idsOf("'{1,-20,9007199254740991}'::bigint[]")).toEqual([1, -20, 9_007_199_254_740_991]);
  expect(await idsOf("'{NULL,3}'::bigint[]")).toEqual([null, 3]);
  expect(await idsOf("'{}'::bigint[]")).toEqual([]);
  await expect(read("'{9007199254740993}'::bigint[]")).rejects.toThrow('does not fit');
});

test('closes in bounded time whatever still runs', async () => {
  const busy = openDatabase(urls, 2);
  const sleep = sql`select pg_sleep(600)`.execute(busy.forProgram(3)).catch((caught: unknown) => caught);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await busy.close();
  expect(isOutage(await sleep)).toBe(true);
});
