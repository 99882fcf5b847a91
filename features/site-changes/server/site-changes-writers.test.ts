/** The feed read beside many writers: nothing is skipped, nothing comes twice in a pass. Specification: Sites, changes. */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { inDepth } from '../../../test/deep.ts';
import { makeProgram, makeSiteKey } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import { settledChanges, useSettledFeed } from '../../../test/rows/site-changes.ts';
import type { SiteChange } from '../contract.ts';

useSettledFeed();
const app = useTestApp({ siteCallsPerMinute: 1_000_000 });
const db = () => app().platform.database.everything;

const WRITERS = 20;
const TRANSACTIONS = inDepth(12, 200);

test('20 writers, slow ones and such that take everything back, beside a reader that follows `next`', async () => {
  const { id: program } = await makeProgram(db());
  const { site_key } = await makeSiteKey(db(), program);
  const read = async (query: string) =>
    (
      await app().call('GET', `/api/site/changes?${query}`, undefined, {
        authorization: `Bearer ${site_key}`,
      })
    ).body;
  await settledChanges(db());
  const { next: begin } = await read('limit=200');
  const committed = new Set<number>();
  let writing = WRITERS;
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    const client = new pg.Client(app().ownerUrl);
    await client.connect();
    for (let turn = 0; turn < TRANSACTIONS; turn++) {
      await client.query('begin');
      const { rows } = await client.query<{ id: number }>(
        `insert into site_users (email, program_id)
         select 'w' || $1 || '-' || $2 || '-' || n || '@example.org', $3 from generate_series(1, 3) n returning id`,
        [writer, turn, program],
      );
      if ((writer + turn) % 4 === 0) await wait(5 + ((writer * 7 + turn) % 40));
      const isKept = (writer + turn) % 5 !== 0;
      await client.query(isKept ? 'commit' : 'rollback');
      if (isKept) for (const { id } of rows) committed.add(id);
    }
    await client.end();
    writing--;
  });
  const seen: number[] = [];
  let after: string = begin;
  const follow = async () => {
    for (let more = true; more; ) {
      const part = await read(`after=${after}&limit=7`);
      seen.push(...part.changes.map(({ id }: SiteChange) => id));
      ({ next: after, more } = part);
    }
  };
  while (writing > 0) await follow();
  await Promise.all(writers);
  await settledChanges(db());
  await follow();
  expect(new Set(seen).size, 'twice').toBe(seen.length);
  expect(new Set(seen)).toEqual(committed);
});
