import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeClass, makeInstructor } from '../../../test/factories.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { lock, type Trx } from '../client.ts';
import { type Load, loadInBulk } from './bulk-load.ts';

const database = useDatabase();

const NOBODY = 999_999;

function load(parts: Partial<Load>): Promise<boolean> {
  return loadInBulk(database(), database().urls.owner, {
    tables: ['class_comments'],
    isWanted: async () => true,
    run: async () => {},
    ...parts,
  });
}

/** On a class of an instructor who is made for it. */
async function commentOf(trx: Trx, message: string, by?: number): Promise<void> {
  const { id: instructor_id } = await makeInstructor(trx);
  const { id: class_id } = await makeClass(trx, { instructor_id });
  await trx
    .insertInto('class_comments')
    .values({ class_id, user_id: by ?? instructor_id, message })
    .execute();
}

async function comments(): Promise<string[]> {
  const rows = await database()
    .everything.selectFrom('class_comments')
    .select('message')
    .orderBy('id')
    .execute();
  return rows.map(({ message }) => message);
}

/** How many foreign keys are not enforced, or were not looked through when they were again. */
async function aside(): Promise<number> {
  const { rows } = await sql<{ keys: number }>`select count(*)::integer as keys from pg_constraint
    where contype = 'f' and not (conenforced and (convalidated or conrelid <> 'class_comments'::regclass))`.execute(
    database().everything,
  );
  return rows[0]?.keys ?? -1;
}

const inside = sql<{ role: string; keys: number }>`select current_user as role, count(*)::integer as keys
  from pg_constraint where contype = 'f' and not conenforced`;

test('what is loaded stands, its keys set aside meanwhile and whole again, as the role of the server', async () => {
  const server = new URL(database().urls.global).username;
  let seen: unknown;
  const done = await load({
    run: async (trx) => {
      seen = (await inside.execute(trx)).rows;
      await commentOf(trx, 'whole');
    },
  });
  expect(done).toBe(true);
  expect(seen).toEqual([{ role: server, keys: 2 }]);
  expect(await comments()).toEqual(['whole']);
  expect(await aside()).toBe(0);
});

test('one row of nobody fails the whole, and so does a load that fails; nothing of either stays', async () => {
  const before = await comments();
  const broken = load({
    run: async (trx) => {
      await commentOf(trx, 'good');
      await commentOf(trx, 'of nobody', NOBODY);
    },
  });
  await expect(broken).rejects.toThrow('class_comments_user_id_fkey');
  const stopped = load({
    run: async (trx) => {
      await commentOf(trx, 'stopped');
      throw new Error('stopped');
    },
  });
  await expect(stopped).rejects.toThrow('stopped');
  expect(await comments()).toEqual(before);
  expect(await aside()).toBe(0);
  await expect(
    database()
      .everything.transaction()
      .execute((trx) => commentOf(trx, 'of nobody', NOBODY)),
  ).rejects.toThrow('class_comments_user_id_fkey');
});

test('whoever asks for a second connection while it loads is refused, and does not wait for what it locks', async () => {
  const second = load({
    run: async (_trx, own) => void (await own.everything.selectFrom('class_comments').select('id').execute()),
  });
  await expect(second).rejects.toThrow('another connection');
});

test('of many at once who want it while it is not there, one loads', async () => {
  const once = (): Partial<Load> => ({
    isWanted: async (trx) => {
      await lock(trx, 'contents');
      return !(await trx
        .selectFrom('class_comments')
        .select('id')
        .where('message', '=', 'once')
        .executeTakeFirst());
    },
    run: async (trx) => commentOf(trx, 'once'),
  });
  const answers = await Promise.all(Array.from({ length: 20 }, () => load(once())));
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(await comments()).toContain('once');
});

test('an owner who is no superuser loads as rows come', async () => {
  const { urls } = database();
  let seen: unknown;
  const plain = { tables: ['class_comments'], isWanted: async () => true };
  const done = await loadInBulk(database(), urls.global, {
    ...plain,
    run: async (trx) => {
      seen = (await inside.execute(trx)).rows;
    },
  });
  expect(done).toBe(true);
  expect(seen).toMatchObject([{ keys: 0 }]);
  const broken = loadInBulk(database(), urls.global, {
    ...plain,
    run: (trx) => commentOf(trx, 'of nobody', NOBODY),
  });
  await expect(broken).rejects.toThrow('class_comments_user_id_fkey');
});
