/** Tags that a server knows: never one that a change has made wrong, however late it was committed. */
import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { makeProgram, makeSiteKey } from '../../test/factories.ts';
import { useTestApp } from '../../test/harness.ts';
import { makeSoldClass } from '../../test/rows/sold-classes.ts';

const app = useTestApp({ siteCallsPerMinute: 1_000_000 });
const db = () => app().platform.database.everything;

async function makeSite() {
  const { id } = await makeProgram(db());
  const authorization = `Bearer ${(await makeSiteKey(db(), id)).site_key}`;
  const class_id = await makeSoldClass(db(), id);
  let etag = '';
  /** Reads as a cache does, with the tag of the last answer. */
  const read = async () => {
    const answer = await app().call('GET', '/api/site/classes', undefined, {
      authorization,
      'if-none-match': etag,
    });
    etag = String(answer.headers.etag);
    return { status: answer.status, price: answer.body?.classes?.[0].full_price as number | undefined };
  };
  return { class_id, read };
}

test('a change that began before the answer and is committed behind it is seen', async () => {
  const { class_id, read } = await makeSite();
  const writer = new pg.Client({ connectionString: app().urls.global });
  await writer.connect();
  try {
    await writer.query('begin');
    await writer.query('update classes set class_price = 7 where id = $1', [class_id]);
    for (let round = 0; round < 3; round++) await read();
    expect((await read()).status).toBe(304);
    await writer.query('commit');
    expect(await read()).toEqual({ status: 200, price: 7 });
  } finally {
    await writer.end();
  }
});

test('in any order of saves and reads the last price is read, and nothing is sent twice', async () => {
  const { class_id, read } = await makeSite();
  let known: number | undefined;
  let price = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(fc.integer({ min: 1, max: 5 })), { maxLength: 12 }), async (steps) => {
      for (const step of steps) {
        if (step !== null) {
          price = step;
          await db().updateTable('classes').set({ class_price: step }).where('id', '=', class_id).execute();
          continue;
        }
        const answer = await read();
        if (known !== undefined && known === price) expect(answer.status).toBe(304);
        if (price > 0 && known !== price) expect(answer).toEqual({ status: 200, price });
        known = price > 0 ? price : undefined;
      }
    }),
    { numRuns: 25 },
  );
});
