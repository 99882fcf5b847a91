/** A request's trace in whatever tells of it, and the end of its statements. */
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeProgram, makeSiteKey } from '../../test/factories.ts';
import { useTestApp } from '../../test/harness.ts';
import { until } from '../../test/until.ts';
import type { Platform } from '../platform.ts';
import { workerOf } from '../work/worker.ts';
import { beginTrace, runTraced, traceNow } from './trace.ts';

const lines: string[] = [];
const log = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});
const app = useTestApp({ logLevel: 'info', statementTimeout: 1 }, { log });
const db = () => app().platform.database.everything;
beforeEach(() => void lines.splice(0));

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };

/** Lines of the request that was answered with this id, once its end is told. */
async function linesOf(request_id: unknown): Promise<Record<string, unknown>[]> {
  const own = () =>
    lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line.reqId === request_id || line.request_id === request_id);
  await until(() => expect(own().map(({ msg }) => msg)).toContain('request completed'));
  return own();
}

/** Keeps everybody from a table until the end of `work`. */
async function whileHeld(table: string, work: () => Promise<void>): Promise<void> {
  const owner = new pg.Client(app().ownerUrl);
  await owner.connect();
  try {
    await owner.query(`begin; lock table ${table} in access exclusive mode`);
    await work();
  } finally {
    await owner.end();
  }
}

test('a save is audited with the trace that it came with, and the answer names it', async () => {
  const program_id = (await makeProgram(db())).id;
  const bound = await app().as({ permissions: ['events'], program_id });
  for (const call of [bound, await app().as({ permissions: ['superadmin'] })]) {
    const made = await call('POST', 'lilt-category', { data: { name: 'Games', program_id } }, headers);
    expect(made.status).toBe(200);
    const [version, trace_id, span, flags] = String(made.headers.traceparent).split('-');
    expect([version, trace_id, flags]).toEqual(['00', TRACE, '01']);
    expect(headers.traceparent).not.toContain(span);
    const entry = db().selectFrom('audit_entries').select('trace_id');
    const of = entry.where('request_id', '=', String(made.headers['x-request-id']));
    expect(await of.execute()).toEqual([{ trace_id: TRACE }]);
  }
});

test('each line of a request names its trace once, those of the platform as well', async () => {
  const call = await app().as({ permissions: ['superadmin'] });
  await whileHeld('gift_categories', async () => {
    const { body } = await call('POST', 'lilt-category', { data: { name: 'x' } }, headers);
    const told = await linesOf(body.request_id);
    expect(told.map(({ msg }) => msg)).toEqual([
      'incoming request',
      'a statement took too long',
      'request completed',
    ]);
    for (const line of told) expect(line.trace_id).toBe(TRACE);
    for (const line of lines) expect(line.split('"trace_id"').length).toBeLessThan(3);
  });
});

test('one that is not valid, or absent, is begun and told', async () => {
  for (const sent of [undefined, { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }]) {
    const { body, headers: told } = await app().call('GET', 'users', undefined, sent);
    const trace_id = String(told.traceparent).split('-')[1];
    expect(trace_id).toMatch(/^[0-9a-f]{32}$/);
    expect((await linesOf(body.request_id)).map((line) => line.trace_id)).toEqual([trace_id, trace_id]);
  }
});

test('work that a request asked for goes on in its trace, wherever room was made for it', async () => {
  const seen: unknown[] = [];
  const waiting = [{ trace_id: TRACE }, { trace_id: null }];
  const { run, end } = workerOf<{ trace_id: string | null }>({
    called: 'work',
    most: 1,
    take: async () => waiting.shift(),
    work: async () => void seen.push(traceNow()),
    traceOf: ({ trace_id }) => trace_id,
  });
  const platform: Platform = app().platform;
  const other = beginTrace();
  await runTraced(other, () => run(platform), 1);
  await until(() => expect(seen).toHaveLength(2));
  await end(platform);
  expect(seen[0]).toBe(TRACE);
  expect([TRACE, other.trace_id, undefined]).not.toContain(seen[1]);
});

describe('a statement that takes longer than a request may wait', () => {
  test('is a 503 for staff of all programs, of one, and for sites, and nothing is done', async () => {
    const program_id = (await makeProgram(db())).id;
    const superadmin = await app().as({ permissions: ['superadmin'] });
    const bound = await app().as({ permissions: ['events'], program_id });
    const { site_key } = await makeSiteKey(db(), program_id);
    const site = { authorization: `Bearer ${site_key}` };
    const calls = [
      () => superadmin('GET', 'lilt-categories'),
      () => superadmin('POST', 'lilt-category', { data: { name: 'Never made' } }),
      () => bound('GET', 'lilt-categories'),
      () => bound('POST', 'lilt-category', { data: { name: 'Never made' } }),
      () => app().call('GET', '/api/site/categories', undefined, site),
    ];
    await whileHeld('gift_categories, site_categories', async () => {
      for (const { status, body, headers: told } of await Promise.all(calls.map((call) => call()))) {
        expect([status, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
        expect(body.message).toBe(
          'This took too long and was stopped; nothing was changed. Try again, or ask for less at once.',
        );
        expect(told['retry-after']).toBe('5');
      }
    });
    for (const call of calls.filter((_, n) => n % 2 === 0)) expect((await call()).status).toBe(200);
    expect((await superadmin('GET', 'lilt-categories?name=Never')).body.count).toBe(0);
  });

  test('binds no job, and nobody who comes to the same connection later', async () => {
    const job = runTraced(beginTrace(), async () => {
      const { database } = app().platform;
      const settings = await Promise.all(
        Array.from({ length: 8 }, () =>
          sql<{ setting: string }>`select setting from pg_settings where name = 'statement_timeout'`
            .execute(database.everything)
            .then(({ rows }) => rows),
        ),
      );
      return settings.flat();
    });
    for (const { setting } of await job) expect(setting).toBe('0');
  });
});
