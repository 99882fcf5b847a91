/** The client of sites: what it sends, what it repeats, what it throws. Specification: Sites, the client. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { until } from '../../test/until.ts';
import { createSite, SiteError } from './site.ts';

type Fields = Record<string, unknown>;
type OddCalls = {
  'GET things': {
    input: { q?: string; limit?: number };
    output: { things: { id: number }[]; next: string | null };
  };
  'GET changes': {
    input: { after?: string };
    output: { changes: { id: number }[]; next: string; more: boolean };
  };
  'GET things/{id}': { input: { id: number | string }; output: Fields };
  'GET pages/{+path}': { input: { path: string }; output: Fields };
  'GET statement.csv': { input: Record<string, never>; output: Blob };
  'POST facts': { input: Fields; output: Fields };
  'POST seen': { input: Fields; output: Fields };
  'POST coupons/check': { input: Fields; output: Fields };
  'POST sign-in': { input: Fields; output: Fields };
  'POST uploads': { input: { file: Blob }; output: Fields };
  'PATCH users/{id}': { input: Fields; output: Fields };
};

type Sent = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string };
/** An answer; `drop` closes the connection without one. */
type Reply =
  | { status?: number; body?: unknown; headers?: Record<string, string>; text?: string; drop?: false }
  | { drop: true };

let server: Server;
let address: string;
let sent: Sent[];
let replies: Reply[];

beforeEach(async () => {
  sent = [];
  replies = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      sent.push({ method, url, headers, body: Buffer.concat(chunks).toString('latin1') });
      const reply = replies.shift() ?? {};
      if (reply.drop) return void request.socket.destroy();
      const { status = 200, body = {}, headers: more, text } = reply;
      response.writeHead(status, {
        'content-type': text === undefined ? 'application/json' : 'text/plain',
        ...more,
      });
      response.end(text ?? JSON.stringify(body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const site = (more: { retries?: number; timeout?: number; address?: string } = {}) =>
  createSite<OddCalls>({ address, key: 'a key', ...more });
const fact = { reference: 'order-1', amount: 4999 };
/** Lets the client's pauses pass at once, and answers how long each was to be, in milliseconds. */
function hurry(): number[] {
  const pauses: number[] = [];
  const real = setTimeout;
  const hurried = (work: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) => {
    // Those of Node's own fetch stay as they are.
    if (!new Error('from').stack?.includes('at pause ')) return real(work, milliseconds, ...args);
    pauses.push(milliseconds);
    return real(work, 0);
  };
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(hurried as typeof setTimeout);
  return pauses;
}
const failureOf = async (call: Promise<unknown>) => {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(SiteError);
  return failure as SiteError;
};

describe('a call', () => {
  test('carries the key, and its input in path, query or body', async () => {
    await site({ address: `${address}/` }).get('things/{id}', { id: 'a/b?c' });
    await site().get('things', { q: 'a & b', limit: undefined });
    await site().get('pages/{+path}', { path: '/about/us now' });
    await site().patch('users/{id}', { id: 5, first_name: 'Ada' });
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/site/things/a%2Fb%3Fc',
      'GET /api/site/things?q=a+%26+b',
      'GET /api/site/pages/about/us%20now',
      'PATCH /api/site/users/5',
    ]);
    expect(sent.map(({ headers }) => headers.authorization)).toEqual(Array(4).fill('Bearer a key'));
    expect(sent.map(({ body }) => body)).toEqual(['', '', '', '{"first_name":"Ada"}']);
  });

  test.each(['..', '.', ''])('with %j for an id is not sent', async (id) => {
    await expect(site().get('things/{id}', { id })).rejects.toThrow(/id is missing or no part/);
    await expect(site().get('pages/{+path}', { path: 'a/../../users/1' })).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  });

  test('with a file is a form', async () => {
    await site().post('uploads', { file: new Blob(['picture']) });
    expect(sent[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(sent[0]?.body).toContain('picture');
  });

  test('answers what is no JSON as a file', async () => {
    replies = [{ text: 'a,b', headers: { 'content-type': 'text/csv' } }];
    expect(await (await site().get('statement.csv')).text()).toBe('a,b');
  });

  test('follows no redirect, which would lose the key', async () => {
    replies = [{ status: 302, headers: { location: '/elsewhere' }, text: '' }];
    expect(await failureOf(site().get('things'))).toMatchObject({ status: 302, code: 'HTTP_302' });
    expect(sent).toHaveLength(1);
  });

  test.each(['address', 'key'])('is not there without %s', (name) => {
    expect(() => createSite({ address, key: 'a key', [name]: undefined })).toThrow(`${name} is missing`);
  });

  test.each(['127.0.0.1:4000', 'localhost:4000', 'https://', '/api/site'])(
    'is not there at %s',
    (address) => {
      expect(() => createSite({ address, key: 'a key' })).toThrow(`${address} is no address`);
    },
  );
});

describe('a refusal', () => {
  test('is a SiteError with status, code and the fields', async () => {
    const errors = [{ path: 'amount', message: 'must not be negative' }];
    const body = { message: 'No', code: 'BAD_REQUEST', errors, request_id: 'r1' };
    replies = [{ status: 400, body }];
    const failure = await failureOf(site().post('facts', fact));
    expect(failure).toMatchObject({ ...body, status: 400, name: 'SiteError' });
    expect(sent).toHaveLength(1);
  });

  test('by something on the way says which', async () => {
    replies = [{ status: 413, text: '<html>' }];
    expect(await failureOf(site().post('facts', fact))).toMatchObject({
      status: 413,
      code: 'HTTP_413',
      errors: [],
    });
  });

  test.each([400, 401, 403, 404, 409, 500])('with %i is not repeated', async (status) => {
    replies = [{ status, body: { message: 'No', code: 'X' } }];
    expect(await failureOf(site().post('facts', fact))).toMatchObject({ status, code: 'X' });
    expect(sent).toHaveLength(1);
  });
});

describe('a repeat', () => {
  const troubles: Reply[] = [
    { drop: true },
    { status: 503, body: { code: 'SERVICE_UNAVAILABLE' } },
    { status: 502, text: 'bad' },
  ];

  test('has the same body, reference and all', async () => {
    hurry();
    replies = [...troubles, { body: { results: [] } }];
    expect(await site().post('facts', fact)).toEqual({ results: [] });
    expect(sent.map(({ body }) => body)).toEqual(Array(4).fill(JSON.stringify(fact)));
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a read', () => site().get('things')],
    ['many facts', () => site().post('facts', { items: [fact, { reference: 'order-2' }] })],
    ['who is there', () => site().post('seen', { user_ids: [1] })],
    ['a check', () => site().post('coupons/check', { coupon: 'X' })],
  ])('is made of %s', async (_, call) => {
    hurry();
    replies = [...troubles, {}];
    await call();
    expect(sent).toHaveLength(4);
  });

  test.each<[string, Fields]>([
    ['a fact without a reference', { amount: 1 }],
    ['an empty reference', { reference: '' }],
    ['many facts of which one has none', { items: [fact, { amount: 1 }] }],
    ['no facts', { items: [] }],
  ])('is never made of %s', async (_, body) => {
    for (const trouble of troubles) {
      replies = [trouble];
      await failureOf(site().post('facts', body));
    }
    expect(sent).toHaveLength(troubles.length);
  });

  test('comes later each time, and four times at most', async () => {
    const pauses = hurry();
    replies = Array.from({ length: 9 }, () => ({ drop: true as const }));
    const failure = await failureOf(site().post('facts', fact));
    expect(failure).toMatchObject({ status: 0, code: 'NO_ANSWER', cause: expect.any(Error) });
    expect(sent).toHaveLength(5);
    const longest = [300, 600, 1200, 2400];
    expect(pauses).toHaveLength(4);
    for (const [index, most] of longest.entries()) {
      expect(pauses[index]).toBeLessThanOrEqual(most);
      expect(pauses[index]).toBeGreaterThanOrEqual(most / 2);
    }
  });

  test('is as often as the caller says, for all calls or for one', async () => {
    hurry();
    replies = Array.from({ length: 9 }, () => ({ drop: true as const }));
    await failureOf(site({ retries: 1 }).post('facts', fact));
    expect(sent).toHaveLength(2);
    await failureOf(site().post('facts', fact, { retries: 0 }));
    expect(sent).toHaveLength(3);
  });

  test('waits as long as a 429 says, for a fact and for what is none', async () => {
    const pauses = hurry();
    const busy = { status: 429, headers: { 'retry-after': '7' }, body: { code: 'TOO_MANY_REQUESTS' } };
    replies = [busy, {}, busy, {}];
    await site().post('facts', fact);
    await site().patch('users/{id}', { id: 1, first_name: 'Ada' });
    expect([pauses, sent.length]).toEqual([[7000, 7000], 4]);
  });

  test('is left to the caller where the wait is long, or a password was sent', async () => {
    const busy = (seconds: number) => ({
      status: 429,
      headers: { 'retry-after': String(seconds) },
      body: {},
    });
    replies = [busy(61), busy(1)];
    expect(await failureOf(site().post('facts', fact))).toMatchObject({ status: 429, retry_after: 61 });
    expect(await failureOf(site().post('sign-in', { email: 'a', password: 'b' }))).toMatchObject({
      status: 429,
    });
    expect(sent).toHaveLength(2);
  });

  test('comes after an answer that does not come', async () => {
    hurry();
    let calls = 0;
    const hanging: typeof fetch = (_, { signal } = {}) => {
      calls += 1;
      return new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason)),
      );
    };
    const slow = createSite<OddCalls>({ address, key: 'k', timeout: 20, retries: 1, fetch: hanging });
    expect(await failureOf(slow.get('things'))).toMatchObject({ status: 0, code: 'NO_ANSWER' });
    expect(calls).toBe(2);
  });

  test('ends with the signal of the caller, within a pause too', async () => {
    const ending = new AbortController();
    replies = [{ status: 429, headers: { 'retry-after': '50' }, body: {} }];
    const call = site().post('facts', fact, { signal: ending.signal });
    await until(() => expect(sent).toHaveLength(1));
    ending.abort(new Error('no more'));
    await expect(call).rejects.toThrow('no more');
    await expect(site().get('things', {}, { signal: ending.signal })).rejects.toThrow('no more');
    expect(sent).toHaveLength(1);
  });
});

describe('a list', () => {
  test('is read a part at a time, as its rows are wanted', async () => {
    const parts = [
      { things: [{ id: 1 }, { id: 2 }], next: 'b' },
      { things: [], next: 'c' },
      { things: [{ id: 3 }], next: null },
    ];
    replies = parts.map((body) => ({ body }));
    const read: [id: number, calls: number][] = [];
    for await (const { id } of site().each('things', { q: 'x' })) read.push([id, sent.length]);
    expect(read).toEqual([
      [1, 1],
      [2, 1],
      [3, 3],
    ]);
    expect(sent.map(({ url }) => url)).toEqual(
      ['', '&cursor=b', '&cursor=c'].map((place) => `/api/site/things?q=x${place}`),
    );
  });

  test('of changes goes on until there are no more, and tells the place', async () => {
    replies = [
      { body: { changes: [{ id: 1 }], next: 'b', more: true } },
      { body: { changes: [{ id: 2 }], next: 'c', more: false } },
    ];
    let place = 'a';
    for await (const { next } of site().parts('changes', { after: place })) place = next;
    expect(place).toBe('c');
    expect(sent.map(({ url }) => url)).toEqual(['/api/site/changes?after=a', '/api/site/changes?after=b']);
  });

  test('throws where a part is refused', async () => {
    replies = [{ body: { things: [{ id: 1 }], next: 'b' } }, { status: 401, body: { code: 'UNAUTHORIZED' } }];
    const ids: number[] = [];
    const reading = async () => {
      for await (const { id } of site().each('things')) ids.push(id);
    };
    expect(await failureOf(reading())).toMatchObject({ status: 401 });
    expect(ids).toEqual([1]);
  });
});
