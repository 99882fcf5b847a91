/**
 * A thousand odd requests to every route of the contract: none may find a fault of ours. FUZZ_SEED and FUZZ_RUNS
 * repeat or lengthen a run; a failure prints the seed and the requests that it takes.
 */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { RouteMeta } from '../core/route.ts';
import { recordCharge } from '../features/transactions/server/charges.ts';
import { setRows } from '../test/commission-groups.ts';
import { makeEvent, makeTickets } from '../test/events.ts';
import { makeAdmin, makeClass, makeInstructor, makeProgram } from '../test/factories.ts';
import { type Method, useWorld } from '../test/harness.ts';
import { system } from '../test/system.ts';
import { TEST_SECRET } from '../test/test-database.ts';
import { contract } from './app.ts';
import { signAccessToken } from './session.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
const RUNS = Number(process.env.FUZZ_RUNS ?? 1000);
/** Requests under way at once, and requests between two looks at the health of the server. */
const AT_ONCE = 10;
const BATCH = 50;
/** Rows of each kind that are seeded, with the ids 1 to this: what a generated id mostly is. */
const SEEDED = 8;

type Json = z.core.JSONSchema.BaseSchema;
type Odd = { path: string; query: string; body: string | undefined; headers: Record<string, string> };
type Sent = Odd & { url: string; caller: string };
type Route = {
  name: string;
  method: Method;
  path: string;
  access: RouteMeta['access'];
  input: z.ZodType;
  output: z.ZodType;
};

const ROUTES: Route[] = Object.entries(contract).flatMap(([feature, procedures]) =>
  Object.entries(procedures).map(([name, procedure]) => {
    const { meta, route, inputSchema, outputSchema } = procedure['~orpc'] as unknown as {
      meta: RouteMeta;
      route: { method: Method; path: string };
      inputSchema: z.ZodType;
      outputSchema: z.ZodType;
    };
    const { access } = meta;
    return { name: `${feature}.${name}`, access, ...route, input: inputSchema, output: outputSchema };
  }),
);

/** What a route may answer besides 200 and the refusals that every route has. */
const ALSO: Record<string, readonly number[]> = {
  'auth.signIn': [401, 429],
  'auth.refresh': [401],
  'auth.recoverPassword': [429],
  // The instructor's part is nobody's to remove, not even a superadmin's.
  'commissions.deleteInstructorCommission': [403],
  'commissions.deleteProgramCommission': [403],
  'commissions.deleteClassCommission': [403],
};
const EVERY_ROUTE = [200, 400, 404, 409, 413, 415];
/** Nobody can guess a password, a token or a link; and no JSON holds a file. */
const NEVER_200 = new Set([
  'auth.signIn',
  'auth.refresh',
  'auth.changePassword',
  'uploads.upload',
  'events.confirmWinner',
]);

const world = useWorld({ recalculationDelay: 300 });
const db = () => world().platform.database.everything;
const faults: unknown[] = [];

beforeAll(async () => {
  vi.spyOn(world().platform.log, 'error').mockImplementation((entry: unknown) => void faults.push(entry));
  for (let id = 1; id <= SEEDED; id++) {
    await makeProgram(db(), { id });
  }
  for (let id = 1; id <= SEEDED; id++) {
    await makeInstructor(db(), { id, program_id: id % 3 === 0 ? null : 1 + (id % 2) });
    await makeClass(db(), { id, instructor_id: id, program_id: id % 4 === 0 ? null : 1 + (id % 2) });
    const event = await makeEvent(db(), { program_id: id % 4 === 0 ? null : 1 + (id % 2) });
    if (id % 2 === 0) await makeTickets(db(), event, id, id);
    await db()
      .insertInto('gift_categories')
      .values({ name: `Category ${id}`, parent_id: id > 4 ? id - 4 : null })
      .execute();
  }
  for (const [index, currency] of (['USD', 'JPY', 'EUR', 'KRW'] as const).entries()) {
    await setRows(db(), 'instructor', index + 1, [{ type: 0, commission: 10 + index }]);
    await recordCharge(system(db()), { class_id: index + 1, amount: 4999, currency });
  }
  await setRows(db(), 'class', 5, [{ type: 2, commission: 60, referrer_id: 1 }]);
  await setRows(db(), 'instructor', 5, [{ type: 0, commission: 60 }]);
  await recordCharge(system(db()), { class_id: 5, amount: 1, currency: 'USD' });
});
afterAll(() => vi.restoreAllMocks());

describe.each(ROUTES)('$method $path', (route) => {
  test(
    'finds no fault',
    async () => {
      const seed = SEED + ROUTES.indexOf(route);
      const requests = fc.sample(requestTo(route), { seed, numRuns: RUNS });
      const wrong: object[] = [];
      const statuses = new Map<number, number>();
      for (let from = 0; from < requests.length; from += BATCH) {
        const batch = requests.slice(from, from + BATCH);
        const sent = await prepare(route, batch);
        for (let next = 0; next < sent.length; next += AT_ONCE) {
          await Promise.all(
            sent.slice(next, next + AT_ONCE).map(async (request) => {
              const { status, complaint } = await send(route, request);
              statuses.set(status, (statuses.get(status) ?? 0) + 1);
              if (complaint) wrong.push({ complaint, ...shown(request) });
            }),
          );
        }
        expect((await world().http.inject({ url: '/healthz' })).statusCode).toBe(200);
      }
      expect(wrong.slice(0, 5), `${wrong.length} answers are wrong; FUZZ_SEED=${SEED}`).toEqual([]);
      // Requests that are all refused at the door would prove little.
      const least = NEVER_200.has(route.name) ? 0 : 1;
      expect(statuses.get(200) ?? 0, 'answers of 200').toBeGreaterThanOrEqual(least);
    },
    RUNS * 200,
  );
});

test('has left every table where it was', async () => {
  const { count } = await db()
    .selectFrom('programs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(SEEDED);
});

// ---------------------------------------------------------------- sending and judging

/** Fills the ids and callers in: rows that a call uses up, or that end the caller's own session, are made anew. */
async function prepare(route: Route, batch: readonly Odd[]): Promise<Sent[]> {
  const ids = await freshIds(route, batch.length);
  const callers = new Map<number, string>();
  const ownCaller = route.name === 'adminUsers.updateAdminUser' || route.name === 'auth.signOut';
  for (const index of ownCaller ? batch.keys() : [0]) callers.set(index, await newSuperadmin());
  return batch.map((request, index) => ({
    ...request,
    caller: callers.get(index) ?? callers.get(0) ?? '',
    url: request.path.replace('{fresh}', String(ids[index] ?? 1 + (index % SEEDED))) + request.query,
  }));
}

async function freshIds(route: Route, count: number): Promise<number[]> {
  const level = /^commissions\.delete(Instructor|Program|Class)Commission$/.exec(route.name)?.[1];
  if (level) {
    for (let id = 1; id <= SEEDED; id++) {
      const rows = [{ type: 0 as const, commission: 10 }, ...(id % 3 === 0 ? [] : [referralRow])];
      await setRows(db(), level.toLowerCase() as 'class', id, rows);
    }
    const rows = await db()
      .selectFrom('commission_rows')
      .select('id')
      .where('replaced_at', 'is', null)
      .execute();
    return rows.map(({ id }) => id).reverse();
  }
  if (route.name.endsWith('dateAdminUser') || route.name === 'adminUsers.deleteAdminUser') {
    return Promise.all(
      Array.from({ length: count }, async () => (await makeAdmin(db(), { permissions: ['events'] })).id),
    );
  }
  if (route.name === 'commissions.referInstructor') {
    for (const id of [1, 2]) await setRows(db(), 'program', id, [{ type: 1, commission: 5 }]);
    // What earlier calls gave the instructors may leave no room.
    for (let id = 1; id <= SEEDED; id++) await setRows(db(), 'instructor', id, []);
    return Array.from({ length: count }, (_, index) => 1 + (index % 2));
  }
  if (route.name === 'events.proposeWinner') {
    const event = await makeEvent(db(), { program_id: 1 });
    await makeTickets(db(), event, 3, 1);
    return Array.from({ length: count }, () => event.id);
  }
  if (route.name === 'commissions.cancelRecalculation') await askForRecalculations();
  if (!route.name.endsWith('ecalculation')) return [];
  if (route.name === 'commissions.recalculation') await askForRecalculations();
  const waiting = await db()
    .selectFrom('recalculations')
    .select('id')
    .where('status', '=', 'waiting')
    .execute();
  return waiting.map(({ id }) => id);
}

const referralRow = { type: 2 as const, commission: 5, referrer_id: 1 };

async function askForRecalculations(): Promise<void> {
  for (let owner_id = 1; owner_id <= SEEDED; owner_id++) {
    await db()
      .insertInto('recalculations')
      .values({ level: 2, owner_id, run_at: '2100-01-01T00:00:00Z' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

async function newSuperadmin(): Promise<string> {
  const admin = await makeAdmin(db(), { permissions: ['superadmin'] });
  const session = await db()
    .insertInto('sessions')
    .values({ admin_id: admin.id, address: '127.0.0.1' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return `Bearer ${signAccessToken(TEST_SECRET, session.id)}`;
}

async function send(route: Route, request: Sent): Promise<{ status: number; complaint: string | null }> {
  const { url, headers, body, caller } = request;
  // The throttle would hide what lies behind it; now and then a caller gets through.
  if (route.name === 'auth.signIn' && url.length % 97 === 0)
    await db().deleteFrom('sign_in_failures').execute();
  const before = faults.length;
  const answer = await world().http.inject({
    method: route.method,
    url,
    headers: { authorization: caller, ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  const status = answer.statusCode;
  const text = decoded(answer.rawPayload, String(answer.headers['content-encoding'] ?? ''));
  if (status >= 500) return { status, complaint: `${text} ${stackOf(faults[before])}` };
  return { status, complaint: judge(route, request, status, text) };
}

/** What is wrong with an answer, or null. */
function judge(route: Route, request: Sent, status: number, text: string): string | null {
  if (![...EVERY_ROUTE, ...(ALSO[route.name] ?? [])].includes(status))
    return `${status} is not allowed: ${text}`;
  const answer = parsed(text);
  if (answer === undefined) return `no JSON: ${text.slice(0, 200)}`;
  const input = inputOf(route, request);
  if (status === 200) {
    const output = route.output.safeParse(answer);
    if (!output.success) return `not the output promised: ${output.error.message.slice(0, 500)}`;
    if (JSON.stringify(sorted(output.data)) !== JSON.stringify(sorted(answer)))
      return `says too much: ${text}`;
    return input && !route.input.safeParse(input.value).success ? 'an invalid body was accepted' : null;
  }
  const error = errorBody.safeParse(answer);
  if (!error.success) return `no error body: ${text.slice(0, 300)}`;
  if (!input || route.input.safeParse(input.value).success) return null;
  if (status !== 400) return `${status} for an invalid body: ${text}`;
  // A body too deep to be looked at, or a key too long, is refused before its fields are.
  if (/nested too deeply|Idempotency-Key/.test(error.data.message)) return null;
  const { errors = [] } = error.data;
  const named = errors.every(({ path, message }) => path !== '' || /key|expected|object/i.test(message));
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
  request_id: z.string(),
});

/** The input as the route is given it, where a plain JSON body and path leave no doubt about that. */
function inputOf(route: Route, { body, headers, url, query }: Sent): { value: unknown } | null {
  if (route.method === 'GET' || query !== '') return null;
  if ((headers['content-type'] ?? 'application/json') !== 'application/json') return null;
  const [placeholder, name = ''] = parameterOf(route);
  const prefix = route.path.split(placeholder ?? '?')[0] ?? '';
  const id = placeholder ? /^\d+/.exec(url.slice(prefix.length))?.[0] : undefined;
  if (url !== (placeholder ? route.path.replace(placeholder, id ?? '{}') : route.path)) return null;
  const value = body === undefined || body === '' ? undefined : parsed(body);
  if (body && value === undefined) return null;
  if (id === undefined) return { value };
  if (value === undefined) return { value: { [name]: id } };
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { value: { ...value, [name]: id } }
    : null;
}

/** The parameter of the route's path as it stands there, and its name. */
function parameterOf(route: Route): readonly (string | undefined)[] {
  return /\{(\w+)\}/.exec(route.path) ?? [];
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

// ---------------------------------------------------------------- generating

/** A request that is right in most parts and odd in some. */
function requestTo(route: Route): fc.Arbitrary<Odd> {
  const schema = z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' }) as Json;
  const [placeholder, name = ''] = parameterOf(route);
  const { [name]: _, ...properties } = schema.properties ?? {};
  const rest = placeholder
    ? { ...schema, properties, required: schema.required?.filter((key) => key !== name) }
    : schema;
  const values = valueOf(rest as Json, '');
  return fc
    .record({
      path: placeholder
        ? pathId.map((id) => route.path.replace(placeholder, id))
        : often(
            fc.constant(route.path),
            fc.constantFrom(`${route.path}/`, `${route.path}/1`, `${route.path}%00`),
            30,
          ),
      query: route.method === 'GET' ? queryOf(values) : often(fc.constant(''), junkQuery, 30),
      body:
        route.method === 'GET' || route.method === 'DELETE'
          ? often(fc.constant(undefined), jsonBody(values), 20)
          : jsonBody(values),
      headers: oddHeaders,
    })
    .map(({ body, headers, ...request }) => ({
      ...request,
      body,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    }));
}

/** Mostly `usual`, once in `every` requests the other. */
function often<A, B>(usual: fc.Arbitrary<A>, odd: fc.Arbitrary<B>, every: number): fc.Arbitrary<A | B> {
  return fc.oneof({ weight: every - 1, arbitrary: usual }, { weight: 1, arbitrary: odd });
}

const smallId = fc.integer({ min: 1, max: SEEDED + 2 });

const ODD_NUMBERS = [
  0,
  -0,
  -1,
  0.1 + 0.2,
  6.955,
  12.345,
  99.999999999,
  1e-10,
  100,
  100.01,
  1e21,
  1e308,
  -1e308,
  5e-324,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
];

const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '\u202eabc',
  '\ufeff',
  '💶',
  'é',
  'İSTANBUL',
  'ΑΣ',
  'ß',
  '#1',
  '%',
  '_',
  '\\',
  "\\'",
  "'; drop table programs; --",
  '1 or 1=1',
  "') union select password_hash from admins --",
  '$1',
  '${1}',
  '{{7*7}}',
  '%s%n',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e308',
  '0x10',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '\r\nset-cookie: a=b',
  '=1+1',
  '2026-02-30',
  '2026-01-01',
  '0000-01-01T00:00:00Z',
  '１２',
  '٣',
];

const MOMENTS = [
  '1970-01-01T00:00:00.000Z',
  '2026-11-01T12:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59.999999999999Z',
  '9999-12-31T23:59:59-23:59',
  '2024-02-29T00:00:00+05:30',
];

const DAYS = [
  '2026-01-01,2026-01-31',
  '0001-01-01,9999-12-31',
  '9999-12-31,0001-01-01',
  '2026-02-30,2026-03-01',
  '0000-00-00,0000-00-00',
  ',',
];

const oddText = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(60, 61, 200, 201, 254, 255, 4000).map((length) => 'x'.repeat(length)),
);

const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...ODD_NUMBERS),
  oddText,
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom<unknown>([], {}, [[]], [null], { id: 1 }, { length: -1 }, [1, 'a', {}]),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A value that the schema describes, odd within its type now and then. */
function valueOf(schema: Json, key: string): fc.Arbitrary<unknown> {
  if (schema.enum) return often(fc.constantFrom(...(schema.enum as unknown[])), junk, 15);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valueOf(one as Json, key)));
  switch (schema.type) {
    case 'object':
      return recordOf(schema);
    case 'array': {
      const items = valueOf((schema.items ?? {}) as Json, key);
      const most = schema.maxItems ?? 10;
      return often(
        fc.array(items, { maxLength: 4 }),
        items.map((item) => Array.from({ length: most + 1 }, () => item)),
        60,
      );
    }
    case 'integer':
      return often(key === 'image_id' ? fc.constant(0) : smallId, fc.constantFrom(...ODD_NUMBERS), 6);
    case 'number':
      return often(
        fc.integer({ min: 0, max: 3500 }).map((hundredths) => hundredths / 100),
        fc.constantFrom(...ODD_NUMBERS),
        6,
      );
    case 'string':
      return textOf(schema, key);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return junk;
  }
}

function textOf(schema: Json, key: string): fc.Arbitrary<string> {
  // A start before its end, so that some events come to be.
  const planned = { start_at: '2026-11-01T12:00:00Z', end_at: '2026-12-01T12:00:00Z' }[key];
  if (planned) return often(fc.constant(planned), fc.oneof(fc.constantFrom(...MOMENTS), oddText), 6);
  if (schema.format === 'date-time') return often(fc.constantFrom(...MOMENTS), oddText, 8);
  if (schema.pattern === '^\\d{1,10}$') return often(smallId.map(String), oddText, 8);
  if (key === 'dates') return often(fc.constantFrom(...DAYS), oddText, 4);
  if (key === 'email') {
    const address = fc.integer({ min: 1, max: 1e6 }).map((number) => `fuzz.${number}@Example.com`);
    return often(address, oddText, 4);
  }
  return fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('ada', 'class 1', '1', ' Code '), oddText);
}

function recordOf(schema: Json): fc.Arbitrary<object> {
  const required = new Set(schema.required);
  const entries = Object.entries(schema.properties ?? {}).map(([key, inner]) => {
    const value = valueOf(inner as Json, key).map((made) => [key, made] as const);
    return required.has(key) ? often(value, fc.constant(null), 60) : fc.option(value, { freq: 2 });
  });
  const extra = often(
    fc.constant(null),
    fc.tuple(fc.constantFrom('__proto__', 'constructor', 'toString', 'id', 'x'), junk),
    40,
  );
  return fc.tuple(...entries, extra).map((made) => withOwn(made.filter((entry) => entry !== null)));
}

/** An object whose keys are its own, `__proto__` as well: what JSON.parse makes of them. */
function withOwn(entries: readonly (readonly [string, unknown])[]): object {
  const object = {};
  for (const [key, value] of entries) {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

function jsonBody(values: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const right = values.map((value) => JSON.stringify(value));
  // What no JSON.stringify writes: a number beyond a double, a key twice.
  const beyond = right.map((text) => text.replace(/:\s*-?\d+(\.\d+)?/, ':1e400'));
  const twice = right.map((text) => text.replace(/^\{("[^"]*":)/, '{$1[1],$1'));
  const shortened = fc.tuple(right, fc.nat(40)).map(([text, cut]) => text.slice(0, -1 - cut));
  const wrapped = right.map((text) => `[${text}]`);
  const junkField = fc.tuple(right, junk, fc.nat(9)).map(([text, value, at]) => {
    const values = [...text.matchAll(/:(?:-?\d[\d.]*|"[^"\\]*"|true|false|null)/g)];
    const found = values[at % Math.max(1, values.length)];
    return found
      ? `${text.slice(0, found.index)}:${JSON.stringify(value)}${text.slice(found.index + found[0].length)}`
      : text;
  });
  return fc.oneof(
    { weight: 14, arbitrary: right },
    { weight: 4, arbitrary: junkField },
    { weight: 1, arbitrary: fc.oneof(beyond, twice, shortened, wrapped) },
    { weight: 1, arbitrary: junk.map((value) => JSON.stringify(value)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        ' ',
        'null',
        '{',
        '\ufeff{}',
        "{'a':1}",
        'NaN',
        '{"a":NaN}',
        `${'['.repeat(39)}${']'.repeat(39)}`,
        `${'{"a":'.repeat(41)}1${'}'.repeat(41)}`,
      ),
    },
  );
}

const pathId = fc.oneof(
  { weight: 12, arbitrary: fc.constant('{fresh}') },
  { weight: 4, arbitrary: smallId.map(String) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '0',
      '-1',
      '1e3',
      '99999999999',
      '9999999999',
      '2147483647',
      '2147483648',
      '%00',
      '1%00',
      '%201',
      '1%20',
      '+1',
      '1.0',
      '0x1',
      '%F0%9F%98%80',
      '%EF%BC%91',
      '%',
      '%zz',
      '%F0',
      '%ED%A0%80',
      '..1',
      // Bare dots would be taken out of the address before it is sent, and it would be another route's.
      '%2e%2e%2f1',
      '..%2f..%2fauth',
      'null',
      '__proto__',
      'constructor',
      '1;x=1',
      '1/1',
      '{id}',
      '%7Bid%7D',
      "1'--",
      '1%27--',
      ' 1',
      'x'.repeat(1900),
      'x'.repeat(3000),
      '',
    ),
  },
);

const ODD_PAIRS = [
  'page=',
  'page=0',
  'page=-1',
  'page=1e3',
  'page=2147483647',
  'page=99999999999',
  'page=%00',
  'page=1&page=2',
  'page[]=1',
  'page[0]=1',
  'page[a]=1',
  'page[__proto__]=1',
  '__proto__=1',
  '__proto__[page]=1',
  'constructor[prototype][page]=1',
  'a[b][c][d][e]=1',
  '=',
  '&&&',
  '%',
  '%zz=1',
  'name=%F0',
  'name=%ED%A0%80',
  'name=%00',
  'name=%25',
  'name=a&name=b',
  'name[]=a',
  '[]=1',
  '[=1',
  ']=1',
  'name[=1',
  'name]=1',
  'sort_by=id%3B',
  'sort_by=__proto__',
  'sort_dest=DESC',
  'dates=,',
  'program_id=',
  'program_id=-1',
  'program_id[]=1',
  'at=0000-01-01T00:00:00Z',
  'x=1',
  '?',
  '#',
];

const junkQuery = fc
  .array(fc.constantFrom(...ODD_PAIRS), { minLength: 1, maxLength: 3 })
  .map((pairs) => `?${pairs.join('&')}`);

function queryOf(values: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const right = values.map((value) => {
    if (typeof value !== 'object' || value === null) return '';
    const pairs = Object.entries(value).map(([key, inner]) => {
      const text = typeof inner === 'string' ? inner : (JSON.stringify(inner) ?? '');
      return `${key}=${encodeURIComponent(text.toWellFormed())}`;
    });
    return pairs.length > 0 ? `?${pairs.join('&')}` : '';
  });
  const mixed = fc
    .tuple(right, fc.constantFrom(...ODD_PAIRS))
    .map(([query, pair]) => `${query || '?'}&${pair}`);
  return fc.oneof(
    { weight: 6, arbitrary: right },
    { weight: 2, arbitrary: mixed },
    { weight: 1, arbitrary: junkQuery },
  );
}

/** Characters beyond Latin-1 and below a space are left out: no client can send them, Node's parser refuses the request. */
const KEYS = [
  '',
  ' ',
  'a',
  'same',
  'same',
  'key\u00e9\u00ff',
  "'; drop table programs; --",
  '\\',
  '"',
  '__proto__',
  'x'.repeat(200),
  'x'.repeat(201),
  'x'.repeat(4000),
];
const CONTENT_TYPES = [
  'application/json; charset=utf-8',
  'application/json;charset=utf-16',
  'APPLICATION/JSON',
  'application/json, text/html',
  'application/vnd.api+json',
  'text/plain',
  'text/html',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'application/json; __proto__=1',
  ';',
  '/',
  'x',
  '',
];

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc
  .record({
    'idempotency-key': often(fc.constant(undefined), fc.oneof(fc.constantFrom(...KEYS), fc.uuid()), 5),
    'content-type': often(fc.constant(undefined), fc.constantFrom(...CONTENT_TYPES), 20),
    accept: often(
      fc.constant(undefined),
      fc.constantFrom('', '*/*', 'text/html', 'application/xml;q=0', ';;;'),
      20,
    ),
    'accept-encoding': often(
      fc.constant(undefined),
      fc.constantFrom('', 'br', 'gzip', 'identity;q=0', '*;q=0', 'zstd', ';;'),
      20,
    ),
    'user-agent': often(fc.constant(undefined), fc.constantFrom('', 'x'.repeat(3000), '\u00ff'), 40),
    cookie: often(
      fc.constant(undefined),
      fc.constantFrom(
        'provost_refresh=',
        'provost_refresh',
        `provost_refresh=${'x'.repeat(3000)}`,
        '=;=;',
        '\u00ff',
      ),
      30,
    ),
    'x-forwarded-for': often(fc.constant(undefined), fc.constantFrom('', '::1', 'x', "'"), 40),
  })
  .map(
    (headers) =>
      Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<
        string,
        string
      >,
  );
