import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { refuseField } from '../../core/errors.ts';
import { useTestApp } from '../../test/harness.ts';
import { useShortLimits } from '../../test/short-limits.ts';
import type { Db } from './client.ts';
import { withinSeconds } from './within-seconds.ts';

useShortLimits();
const app = useTestApp();
const refuse = () => refuseField('items', 'too slow');
const inTransaction = <Found>(run: (tx: Db) => Promise<Found>) =>
  app().platform.database.everything.transaction().execute(run);
const limitOf = async (tx: Db) =>
  (await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(tx)).rows[0]
    ?.limit;

test('what takes longer is refused in the words of whoever asked, and other faults stay what they are', async () => {
  const slow = inTransaction((tx) =>
    withinSeconds(tx, 1, { ask: () => sql`select pg_sleep(600)`.execute(tx), refuse }),
  );
  await expect(slow).rejects.toMatchObject({ status: 400, message: expect.stringContaining('too slow') });
  const wrong = inTransaction((tx) =>
    withinSeconds(tx, 1, { ask: () => sql`select 1 / 0`.execute(tx), refuse }),
  );
  await expect(wrong).rejects.toMatchObject({ code: '22012' });
});

test('what comes after it in the transaction has the limit of before', async () => {
  await inTransaction(async (tx) => {
    const before = await limitOf(tx);
    expect(await withinSeconds(tx, 7, { ask: () => limitOf(tx), refuse })).toBe('7s');
    expect(await limitOf(tx)).toBe(before);
  });
});
