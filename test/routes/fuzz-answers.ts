/** Odd requests to routes, sent and judged: none may find a fault of ours. */
import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { signAccessToken } from '../../server/http/session.ts';
import { inDepth } from '../deep.ts';
import { makeAdmin } from '../factories.ts';
import type { TestApp } from '../harness.ts';
import { TEST_KEYS } from '../test-database.ts';
import { features, type Route, routesOf } from './cases.ts';
import { type FuzzedRequest, parametersOf, requestTo } from './fuzz-requests.ts';
import { PARSERS_WORDS } from './parsers-words.ts';
import { SEEDED } from './route-cases.ts';

/** Other requests each day in depth, so that many runs see what one of a day's length would; a failure names it. */
const TODAY = Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''));
const SEED = Number(process.env.FUZZ_SEED ?? inDepth(20_261_121, TODAY));
const RUNS = Number(process.env.FUZZ_RUNS ?? inDepth(20, 1000));
/** Requests after which a route that has let none in is given up: that all are refused would prove little. */
const MOST_RUNS = Math.max(RUNS, 200);
/** Requests under way at once, and requests between two looks at the health of the server. */
const AT_ONCE = 10;
const BATCH = Math.min(RUNS, 50);
const EVERY_ROUTE = [200, 202, 400, 404, 409, 413, 415];

type Sent = FuzzedRequest & { url: string; caller: string };
type Tried = { app: TestApp; faults: unknown[] };

export function tryFuzzedRequests(app: () => TestApp, share: number, shares: number): void {
  const faults: unknown[] = [];

  beforeAll(async () => {
    vi.spyOn(app().platform.log, 'error').mockImplementation((entry: unknown) => void faults.push(entry));
    const db = app().platform.database.everything;
    for (const { seed, seedOnce } of features) {
      for (let id = 1; seed && id <= SEEDED; id++) await seed(db, id);
      await seedOnce?.(db);
    }
  });
  afterAll(() => vi.restoreAllMocks());

  describe.each(routesOf(share, shares))('$method $path', (route) => {
    test('finds no fault', async () => {
      const statuses = await tryRoute({ app: app(), faults }, route);
      expect(route.fuzz?.never200 || statuses.some(isSuccess), 'an answer of 200 or 202').toBe(true);
    });
  });

  test('has left every program where it was', async () => {
    const { everything: db } = app().platform.database;
    const programs = await db.selectFrom('programs').select('id').where('id', '<=', SEEDED).execute();
    expect(programs).toHaveLength(SEEDED);
  });
}

/** Answers the statuses; throws what was wrong with them. */
async function tryRoute(tried: Tried, route: Route): Promise<number[]> {
  // By its name: what a route is asked does not change with the routes before it.
  const seed = SEED + Number.parseInt(createHash('sha256').update(route.name).digest('hex').slice(0, 7), 16);
  const requests = fc.sample(requestTo(route), { seed, numRuns: MOST_RUNS });
  const wrong: object[] = [];
  const statuses: number[] = [];
  for (let from = 0; from < requests.length; from += BATCH) {
    if (from >= RUNS && (route.fuzz?.never200 || statuses.some(isSuccess))) break;
    const sent = await prepare(tried, route, requests.slice(from, from + BATCH));
    for (let next = 0; next < sent.length; next += AT_ONCE) {
      await Promise.all(
        sent.slice(next, next + AT_ONCE).map(async (request) => {
          const { status, complaint } = await send(tried, route, request);
          statuses.push(status);
          if (complaint) wrong.push({ complaint, ...shown(request) });
        }),
      );
    }
    expect((await tried.app.http.inject({ url: '/healthz' })).statusCode).toBe(200);
  }
  expect(wrong.slice(0, 5), `${wrong.length} answers are wrong; FUZZ_SEED=${SEED}`).toEqual([]);
  return statuses;
}

function isSuccess(status: number): boolean {
  return status < 300;
}

/** Fills the ids and callers in: rows that a call uses up, or that end the caller's own session, are made anew. */
async function prepare({ app }: Tried, route: Route, batch: readonly FuzzedRequest[]): Promise<Sent[]> {
  const ids = (await route.fuzz?.prepare?.(app.platform.database.everything, batch.length)) ?? [];
  const one = await newSuperadmin(app);
  return Promise.all(
    batch.map(async (request, index) => ({
      ...request,
      caller: route.fuzz?.endsCallers ? await newSuperadmin(app) : one,
      url: request.path.replace('{fresh}', String(ids[index] ?? 1 + (index % SEEDED))) + request.query,
    })),
  );
}

async function newSuperadmin({ platform, ownerUrl }: TestApp): Promise<string> {
  const db = platform.database.everything;
  const { id: admin_id } = await makeAdmin(db, { permissions: ['superadmin'] });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  // Else too new to approve anything, which only the owner of the database may say.
  await owner.query('update admins set access_changed_at = null where id = $1', [admin_id]);
  await owner.end();
  const session = await db
    .insertInto('sessions')
    .values({ admin_id, address: '127.0.0.1' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return `Bearer ${signAccessToken(TEST_KEYS.tokenKey, session.id)}`;
}

async function send(
  tried: Tried,
  route: Route,
  request: Sent,
): Promise<{ status: number; complaint: string | null }> {
  const { url, headers, body, caller } = request;
  const before = tried.faults.length;
  const answer = await tried.app.http.inject({
    method: route.method,
    url,
    headers: { authorization: caller, ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  const status = answer.statusCode;
  const text = decoded(answer.rawPayload, String(answer.headers['content-encoding'] ?? ''));
  if (status >= 500) return { status, complaint: `${text} ${stackOf(tried.faults[before])}` };
  return { status, complaint: judge(route, request, status, text) };
}

/** What is wrong with an answer, or null. */
function judge(route: Route, request: Sent, status: number, text: string): string | null {
  if (![...EVERY_ROUTE, ...(route.fuzz?.also ?? [])].includes(status))
    return `${status} is not allowed: ${text}`;
  const answer = parsed(text);
  if (answer === undefined) return `no JSON: ${text.slice(0, 200)}`;
  const input = inputOf(route, request);
  if (status < 300) {
    const output = route.outputSchema.safeParse(answer);
    if (!output.success) return `not the output promised: ${output.error.message.slice(0, 500)}`;
    if (JSON.stringify(sorted(output.data)) !== JSON.stringify(sorted(answer)))
      return `says too much: ${text}`;
    return input && !route.inputSchema.safeParse(input.value).success ? 'an invalid body was accepted' : null;
  }
  const error = errorBody.safeParse(answer);
  if (!error.success) return `no error body: ${text.slice(0, 300)}`;
  const [words] = PARSERS_WORDS.exec(error.data.message) ?? [];
  // What was sent may be said again.
  if (words && !request.body?.includes(words)) return `the words of a parser: ${error.data.message}`;
  if (!input || route.inputSchema.safeParse(input.value).success) return null;
  if (status !== 400) return `${status} for an invalid body: ${text}`;
  // A body too deep or too large to be looked at, or a key too long, is refused before its fields are.
  if (/nested too deeply|too many fields|Idempotency-Key/.test(error.data.message)) return null;
  const { errors = [] } = error.data;
  const named = errors.every(
    ({ path, message }) => path !== '' || /does not take|object|list|missing/i.test(message),
  );
  return errors.length > 0 && named ? null : `the field at fault is not named: ${text.slice(0, 300)}`;
}

const errorBody = z.strictObject({
  message: z.string().min(1),
  code: z.string().regex(/^[A-Z_]+$/),
  errors: z
    .array(z.strictObject({ path: z.string(), message: z.string().min(1) }))
    .min(1)
    .optional(),
  conflict: z.strictObject({ changed_by: z.string().nullable(), changed_at: z.iso.datetime() }).optional(),
  retry_after: z.number().optional(),
  position: z.int().min(1).optional(),
  near: z.string().optional(),
  count: z.int().optional(),
  preview: z.looseObject({}).optional(),
  request_id: z.string(),
});

/** The input as the route is given it, where a plain JSON body and path leave no doubt about that. */
function inputOf(route: Route, { body, headers, url, query }: Sent): { value: unknown } | null {
  if (route.method === 'GET' || query !== '') return null;
  if ((headers['content-type'] ?? 'application/json') !== 'application/json') return null;
  const pattern = route.path.replace(/\{(\w+)\}/g, '(?<$1>\\d+)');
  const ids = new RegExp(`^${pattern}$`).exec(url)?.groups;
  if (parametersOf(route).length > 0 ? !ids : url !== route.path) return null;
  const value = body === undefined || body === '' ? undefined : parsed(body);
  if (body && value === undefined) return null;
  // No body is one without fields, which some routes take.
  if (value === undefined) return { value: { ...ids } };
  if (!ids) return { value };
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { value: { ...value, ...ids } }
    : null;
}

function decoded(payload: Buffer, encoding: string): string {
  if (encoding === 'br') return brotliDecompressSync(payload).toString();
  return (encoding === 'gzip' ? gunzipSync(payload) : payload).toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}

function stackOf(fault: unknown): string {
  const error = (fault as { err?: Error } | undefined)?.err;
  return (error?.stack ?? String(error)).slice(0, 600);
}

function shown({ url, headers, body }: Sent) {
  return { url: url.slice(0, 300), headers, body: body?.slice(0, 1000) };
}
