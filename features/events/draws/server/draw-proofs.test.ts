/** Proofs as they are kept and handed out: the same bytes for ever, in parts, to however many at once. */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '../../../../test/harness.ts';
import { makeEvent, makeTickets } from '../../../../test/rows/events.ts';
import { system } from '../../../../test/system.ts';
import { keepProof, openProof } from './draw-proofs.ts';
import { readProof } from './proofs.ts';

const MANY = 100_000;

const app = useTestApp();
const db = () => app().platform.database.everything;
let owner: pg.Client;
let small: number;
let large: number;

beforeAll(async () => {
  owner = new pg.Client(app().ownerUrl);
  await owner.connect();
  [small, large] = [await drawn(25), await drawn(MANY)];
});
afterAll(() => owner.end());

async function proposed(tickets: number) {
  const event = await makeEvent(db(), { available: tickets });
  await makeTickets(db(), event, tickets);
  const call = await app().as({ permissions: ['superadmin'] });
  const { id, token } = (await call('GET', `lilt-event/${event.id}/draw`)).body;
  return { event: event.id, confirm: () => call('POST', `lilt-event/${event.id}/draw-final`, { id, token }) };
}

async function drawn(tickets: number): Promise<number> {
  const { event, confirm } = await proposed(tickets);
  expect((await confirm()).status).toBe(200);
  return event;
}

const get = async (id: number, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
  const answer = await app().http.inject({ method, url: `/storage/draws/${id}.json`, headers });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
};
const partsOf = (id: number) =>
  db()
    .selectFrom('draw_proofs')
    .select(['part', 'last', 'bytes'])
    .where('event_id', '=', id)
    .orderBy('part')
    .execute();

/** As a draw is that was confirmed before proofs were kept. */
async function forget(id: number): Promise<void> {
  await owner.query('alter table draw_proofs disable trigger draw_proofs_kept');
  await owner.query('delete from draw_proofs where event_id = $1', [id]);
  await owner.query('alter table draw_proofs enable trigger draw_proofs_kept');
}

describe('GET /storage/draws', () => {
  test.each([
    ['none', {}],
    ['identity', { 'accept-encoding': 'identity' }],
    ['another', { 'accept-encoding': 'br' }],
    ['no gzip', { 'accept-encoding': 'gzip;q=0' }],
    ['gzip', { 'accept-encoding': 'gzip, deflate, br' }],
    ['any', { 'accept-encoding': '*' }],
  ])('200: the whole proof, for who takes %s', async (_, headers) => {
    for (const id of [small, large]) {
      const answer = await get(id, headers);
      const packed = answer.headers['content-encoding'] === 'gzip';
      expect(packed).toBe(/gzip,|\*/.test(Object.values(headers).join()));
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        vary: expect.stringContaining('accept-encoding'),
        'access-control-allow-origin': '*',
      });
      const bytes = packed ? gunzipSync(answer.bytes) : answer.bytes;
      expect(JSON.parse(bytes.toString())).toEqual(await readProof(db(), id));
    }
  });

  test('304: for who has it, each form under a tag of its own; HEAD tells the tag without a byte', async () => {
    const gzip = { 'accept-encoding': 'gzip' };
    const [plain, packed] = [await get(small), await get(small, gzip)];
    expect(plain.headers.etag).not.toBe(packed.headers.etag);
    for (const [etag, headers] of [
      [String(plain.headers.etag), {}],
      [String(packed.headers.etag), gzip],
    ] as const) {
      for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const again = await get(small, { ...headers, 'if-none-match': known });
        expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
      }
      const head = await get(small, headers, 'HEAD');
      expect([head.status, head.bytes.length, head.headers.etag]).toEqual([200, 0, etag]);
    }
    expect((await get(small, { 'if-none-match': String(packed.headers.etag) })).status).toBe(200);
  });

  test('200: twenty at once over the wire, while others are answered', async () => {
    const address = await app().http.listen({ port: 0, host: '127.0.0.1' });
    const url = `${address}/storage/draws/${large}.json`;
    const other = await app().as({ permissions: ['superadmin'] });
    const wanted = createHash('sha256')
      .update((await get(large)).bytes)
      .digest('hex');
    const readers = Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const answer = await fetch(url, n % 2 ? {} : { headers: { 'accept-encoding': 'identity' } });
        return createHash('sha256')
          .update(Buffer.from(await answer.arrayBuffer()))
          .digest('hex');
      }),
    );
    let reading = true;
    void readers.finally(() => {
      reading = false;
    });
    let answered = 0;
    while (reading) {
      // Not `readyz`, which is given two seconds by the clock.
      expect((await other('GET', 'auth/me')).status).toBe(200);
      answered++;
      await wait(20);
    }
    expect(new Set(await readers)).toEqual(new Set([wanted]));
    expect(answered).toBeGreaterThan(0);
  });

  test('holds of the proof no more than a part for each who reads it slowly', async () => {
    const whole = (await get(large)).bytes.length;
    // What a first one leaves behind is not held for it.
    for (const stream of [await openProof(system(db()), large)]) {
      await stream.iterator({ destroyOnReturn: false }).next();
      stream.destroy();
    }
    const before = await settled();
    const streams = await Promise.all(Array.from({ length: 20 }, () => openProof(system(db()), large)));
    const heads = await Promise.all(
      streams.map((stream) => stream.iterator({ destroyOnReturn: false }).next()),
    );
    expect(heads.every(({ value }) => value.length > 0)).toBe(true);
    const held = (await settled()) - before;
    for (const stream of streams) stream.destroy();
    expect(whole).toBeGreaterThan(1_400_000);
    // A part, the next one, and what the driver read them into, beside what else a process is at; not whole proofs.
    expect(held).toBeLessThan((20 * whole) / 2);
  });
});

describe('a confirmation', () => {
  test('writes the proof itself, before anybody asks for it', async () => {
    expect(await partsOf(await drawn(3))).toHaveLength(1);
  });
});

describe('a draw that was confirmed before proofs were kept', () => {
  test('has its proof written when it is first asked for, once, whoever asks at the same moment', async () => {
    const wanted = (await get(small)).bytes;
    await forget(small);
    const answers = await Promise.all(Array.from({ length: 50 }, () => get(small)));
    expect(answers.every(({ status, bytes }) => status === 200 && bytes.equals(wanted))).toBe(true);
    expect((await partsOf(small)).map(({ part, last }) => [part, last])).toEqual([[0, true]]);
    await forget(small);
    // As processes that know nothing of each other.
    const transactions = Array.from({ length: 5 }, () =>
      db()
        .transaction()
        .execute((trx) => keepProof({ db: trx }, small)),
    );
    await Promise.all(transactions);
    expect((await get(small)).bytes.equals(wanted)).toBe(true);
  });
});

describe('the database itself', () => {
  const refused = (statement: string, constraint: string) =>
    expect(owner.query(statement), statement).rejects.toMatchObject({ constraint });

  test('keeps parts in their order, none too long, the last marked, and lets nobody change them', async () => {
    const parts = await partsOf(large);
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.map(({ part, last }) => [part, last])).toEqual(
      parts.map((_, index) => [index, index === parts.length - 1]),
    );
    expect(parts.slice(0, -1).every(({ bytes }) => bytes.length === 64 * 1024)).toBe(true);
    await refused(`update draw_proofs set bytes = 'x' where event_id = ${large}`, 'draw_proofs_kept');
    await refused(`delete from draw_proofs where event_id = ${large}`, 'draw_proofs_kept');
    await refused(
      `insert into draw_proofs (event_id, part, bytes, last) values (${large}, ${parts.length}, 'x', true)`,
      'draw_proofs_consecutive',
    );
    for (const statement of ['update draw_proofs set part = 9', 'delete from draw_proofs'])
      await expect(sql.raw(statement).execute(db())).rejects.toThrow('permission denied');
  });

  test('takes no proof before the confirmation, and none with a gap', async () => {
    const { event, confirm } = await proposed(3);
    const insert = (part: number) =>
      `insert into draw_proofs (event_id, part, bytes, last) values (${event}, ${part}, 'x', false)`;
    await refused(insert(0), 'draw_proofs_consecutive');
    await db()
      .transaction()
      .execute((trx) => keepProof({ db: trx }, event));
    expect(await partsOf(event)).toEqual([]);
    expect((await confirm()).status).toBe(200);
    await forget(event);
    await refused(insert(1), 'draw_proofs_consecutive');
  });
});

async function settled(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 3; round++) {
    collect();
    await wait(100);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
