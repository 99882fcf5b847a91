/** Generates requests that are right in most parts and odd in some. */
import fc from 'fast-check';
import { z } from 'zod';
import type { Route } from './cases.ts';
import { type FuzzOptions, SEEDED } from './route-cases.ts';

type Json = z.core.JSONSchema.BaseSchema;
export type FuzzedRequest = {
  path: string;
  query: string;
  body: string | undefined;
  headers: Record<string, string>;
};

/** What requests are made from: a route of staff's contract or of sites'. */
type FuzzedRoute = Pick<Route, 'inputSchema' | 'path' | 'method'> & {
  fuzz?: Pick<FuzzOptions, 'usually' | 'always'>;
};

export function requestTo(route: FuzzedRoute): fc.Arbitrary<FuzzedRequest> {
  const schema = z.toJSONSchema(route.inputSchema, { io: 'input', unrepresentable: 'any' }) as Json;
  const names = parametersOf(route);
  const fields = Object.entries(schema.properties ?? {}).filter(([key]) => !names.includes(key));
  const properties = Object.fromEntries(fields);
  const required = schema.required?.filter((key) => !names.includes(key));
  const rest = { ...schema, properties, required };
  const values = recordOf(rest as Json, route.fuzz);
  return fc
    .record({
      path:
        names.length > 0
          ? fc
              .array(pathId, { minLength: names.length, maxLength: names.length })
              .map((ids) =>
                names.reduce(
                  (path, name, at) => path.replace('{+', '{').replace(`{${name}}`, ids[at] ?? ''),
                  route.path,
                ),
              )
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

/** The names of the parameters of the route's path. */
export function parametersOf(route: Pick<Route, 'path'>): string[] {
  return [...route.path.matchAll(/\{\+?(\w+)\}/g)].map(([, name = '']) => name);
}

/** Mostly `usual`, once in `every` requests the other. */
function often<A, B>(usual: fc.Arbitrary<A>, fuzz: fc.Arbitrary<B>, every: number): fc.Arbitrary<A | B> {
  return fc.oneof({ weight: every - 1, arbitrary: usual }, { weight: 1, arbitrary: fuzz });
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

/** Uploads that nobody has sent; 0 is none. */
const IMAGES = ['image_id', 'photo_id', 'banner_id'];

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
      return often(IMAGES.includes(key) ? fc.constant(0) : smallId, fc.constantFrom(...ODD_NUMBERS), 6);
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
  if (key === 'program_tag') {
    const tag = fc.integer({ min: 1, max: 1e6 }).map((number) => `fuzz-${number}`);
    return often(tag, oddText, 4);
  }
  if (key === 'screen') return often(fc.constantFrom('/users', '/classes'), oddText, 4);
  if (key === 'password') return often(fc.constant('a password'), oddText, 4);
  if (key === 'email' || key === 'support_email') {
    const address = fc.integer({ min: 1, max: 1e6 }).map((number) => `fuzz.${number}@Example.com`);
    return often(address, oddText, 4);
  }
  return fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('ada', 'class 1', '1', ' Code '), oddText);
}

function recordOf(
  schema: Json,
  { usually = {}, always = {} }: Pick<FuzzOptions, 'usually' | 'always'> = {},
): fc.Arbitrary<object> {
  const required = new Set(schema.required);
  const entries = Object.entries(schema.properties ?? {}).map(([key, inner]) => {
    const fuzz = valueOf(inner as Json, key);
    const constant = (of: Readonly<Record<string, unknown>>) =>
      Object.hasOwn(of, key) && fc.constant(of[key]);
    const usual = constant(usually);
    const made = constant(always) || (usual ? often(usual, fuzz, 4) : fuzz);
    const value = made.map((one) => [key, one] as const);
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
