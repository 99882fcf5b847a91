import { describe, expect, test } from 'vitest';
import { useTestApp } from '../../test/harness.ts';
import { openDatabase } from '../db/client.ts';
import { buildHttp } from './http.ts';
import { signAccessToken } from './session.ts';

const app = useTestApp();

async function send(payload: string | Buffer, headers: Record<string, string> = {}) {
  const response = await app().http.inject({
    method: 'POST',
    url: '/api/wladmin/auth',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

function named(number: number, name: string): Record<string, number> {
  return Object.fromEntries(Array.from({ length: number }, (_, n) => [`${name}${n}`, 1]));
}

describe('a body', () => {
  test.each([
    ['malformed', '{"email": ', 400],
    ['nested too deeply', '['.repeat(50) + ']'.repeat(50), 400],
    ['nested deep enough to exhaust a stack', '['.repeat(400_000), 400],
    ['too large', JSON.stringify({ email: 'x'.repeat(1024 * 1024) }), 413],
    ['no object', '[]', 400],
    ['null', 'null', 400],
    ['a text', '"text"', 400],
    ['with a prototype', '{"__proto__": {"email": "a@example.com"}}', 400],
    ['empty', '', 400],
  ])('that is %s is refused', async (_, payload, status) => {
    const answer = await send(payload);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toEqual(expect.any(String));
    expect(answer.body.code).toBe(status === 413 ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST');
  });

  test('that is not UTF-8 is refused, and what is no letter is nobody’s either', async () => {
    const [before, after] = ['{"email": "a', '@example.com", "password": "x"}'].map((part) =>
      Buffer.from(part),
    );
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf]]) {
      const body = Buffer.concat([before ?? Buffer.of(), Buffer.from(bytes), after ?? Buffer.of()]);
      const answer = await send(body);
      expect([answer.status, answer.body.message]).toEqual([400, 'The body is not valid UTF-8']);
    }
    expect((await send('{"email": "ä\ufffd@example.com", "password": "x"}')).body.message).not.toContain(
      'UTF-8',
    );
  });

  test('is measured for its depth before anybody walks it', async () => {
    const answer = await send('['.repeat(50) + ']'.repeat(50));
    expect(answer.body.message).toBe('The body is nested too deeply');
  });

  test('of a megabyte of unknown fields is not sent back', async () => {
    const many = await send(JSON.stringify(named(80_000, 'k')));
    expect([many.status, many.body.message]).toEqual([400, 'The body has too many fields']);
    const long = await send(JSON.stringify(named(30, 'k'.repeat(30_000))));
    const messages = long.body.errors.map(({ message }: { message: string }) => message);
    expect([long.status, messages]).toEqual([
      400,
      expect.arrayContaining([expect.stringMatching(/^does not take "kkk/)]),
    ]);
    expect(JSON.stringify(long.body).length).toBeLessThan(10_000);
  });

  test('of quotes and backslashes alone holds nobody up', async () => {
    const before = process.threadCpuUsage();
    const answer = await send(`"${'\\"'.repeat(160_000)}`);
    const { user } = process.threadCpuUsage(before);
    expect([answer.status, answer.body.message]).toEqual([400, 'The body is not valid JSON']);
    // Once, it was 23 s of this thread.
    expect(user / 1_000_000).toBeLessThan(10);
  });

  test('of another type is refused with 415', async () => {
    const answer = await send('email=a@example.com', { 'content-type': 'application/x-www-form-urlencoded' });
    expect([answer.status, answer.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  test('may have as many braces in its texts as it likes', async () => {
    const answer = await send(JSON.stringify({ email: 'a@example.com', password: '{"['.repeat(60) }));
    expect(answer.status).toBe(401);
  });

  test('with an unknown field is refused, and the field named', async () => {
    const answer = await send(
      JSON.stringify({ email: 'a@example.com', password: 'abc', role: 'superadmin' }),
    );
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body.errors)).toContain('role');
    const call = await app().as({ permissions: ['superadmin'] });
    const user_data = {
      email: 'b@example.com',
      password: 'abc',
      program_id: 0,
      permissions: ['events'],
      id: 1,
    };
    const nested = await call('POST', 'user', { user_data });
    expect([nested.status, nested.body.errors[0].path]).toEqual([400, 'user_data']);
    expect(nested.body.message).toContain('"id"');
  });
});

describe('an address', () => {
  test.each([
    'users?page=0',
    'users?page=-1',
    'users?page=x',
    'users?page=1.5',
    'users?page=99999999999',
    'users?unknown=1',
  ])('%s is refused', async (path) => {
    const call = await app().as({ permissions: ['superadmin'] });
    expect((await call('GET', path)).status).toBe(400);
  });

  test.each(['user/0', 'user/-1', 'user/abc', 'user/99999999999', 'user/1e3', 'user/%00', 'user/%F0'])(
    '%s is refused and is no fault of ours',
    async (path) => {
      const call = await app().as({ permissions: ['superadmin'] });
      const { status } = await call('DELETE', path);
      expect([400, 404]).toContain(status);
    },
  );

  test('that nobody knows answers 404 as JSON', async () => {
    const answer = await app().call('GET', 'nothing/here');
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  test.each(['PUT', 'DELETE', 'OPTIONS', 'TRACE' as 'OPTIONS'] as const)(
    'does not know the method %s',
    async (method) => {
      const { statusCode } = await app().http.inject({ method, url: '/api/wladmin/auth' });
      expect([404, 405]).toContain(statusCode);
    },
  );
});

describe('an error', () => {
  test('carries the id of its request in body and header', async () => {
    const answers = [
      await send('{"email": '),
      await send('{}'),
      await app().call('GET', 'users'),
      await app().call('GET', 'nothing/here'),
    ];
    for (const { body, headers } of answers) {
      expect(body.request_id).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers['x-request-id']).toBe(body.request_id);
    }
  });

  test('takes no id from outside', async () => {
    const answer = await send('{}', { 'x-request-id': 'forged', 'request-id': 'forged' });
    expect(answer.headers['x-request-id']).not.toBe('forged');
  });

  test('of ours says nothing about itself', async () => {
    const call = await app().as({ permissions: ['superadmin'] });
    const { database } = app().platform;
    const owner = Object.assign({}, database);
    app().platform.database = {
      ...owner,
      forProgram: () => {
        throw new Error('secret of the database');
      },
    };
    const answer = await call('GET', 'users');
    app().platform.database = owner;
    expect(answer.status).toBe(500);
    expect(answer.body).toMatchObject({
      code: 'INTERNAL_SERVER_ERROR',
      message: 'Something went wrong on our side',
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/secret|at .*\.ts/);
  });
});

describe('every answer', () => {
  test('carries the security headers, and lets no inline script run', async () => {
    for (const url of ['/healthz', '/api/wladmin/auth/me', '/api/openapi.json']) {
      const { headers } = await app().http.inject({ url });
      const policy = String(headers['content-security-policy']);
      const scripts = policy.split(';').find((part) => part.trim().startsWith('script-src '));
      expect(scripts?.trim()).toBe("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("object-src 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toContain("form-action 'self'");
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['strict-transport-security']).toBeUndefined();
    }
  });

  test('has a browser stay with TLS for a year, subdomains included, where that is the address', async () => {
    const { platform } = app();
    const config = { ...platform.config, publicUrl: 'https://provost.example' };
    const http = await buildHttp({ ...platform, config });
    for (const url of ['/healthz', '/api/wladmin/auth/me', '/api/nothing', '/storage/images/none.png']) {
      const { headers } = await http.inject({ url });
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    }
    await http.close();
  });

  test('says what it is, in UTF-8 where it is text, and leads nowhere else', async () => {
    for (const url of ['/healthz', '/readyz', '/api/wladmin/auth/me', '/api/openapi.json', '/api/nothing']) {
      const { headers, statusCode } = await app().http.inject({ url });
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect([301, 302, 303, 307, 308]).not.toContain(statusCode);
      expect(headers.location).toBeUndefined();
    }
  });
});

describe('what may be kept', () => {
  test('is no answer of the API, whatever it is', async () => {
    const call = await app().as({ permissions: ['events'] });
    const answers = [
      await call('GET', 'auth/me'),
      await call('GET', 'users'),
      await call('GET', 'lilt-event/999999'),
      await call('GET', 'lilt-events?page=0'),
      await call('GET', 'nothing/here'),
      await call('POST', '/api/upload', new FormData()),
      await call('POST', 'auth', { email: 'nobody@example.com', password: 'wrong' }),
      await app().call('GET', 'auth/me'),
      await app().call('GET', '/api/openapi.json'),
      await app().call('DELETE', 'user/%F0'),
      await send('{"email": '),
    ];
    for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store');
  });

  test('are stored images, but not what says that there is none', async () => {
    const name = `images/${crypto.randomUUID()}.png`;
    await app().platform.files.put(name, Buffer.from('x'));
    const image = await app().http.inject({ url: `/storage/${name}` });
    expect([image.statusCode, image.headers['cache-control']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    const none = await app().http.inject({ url: `/storage/images/${crypto.randomUUID()}.png` });
    expect([none.statusCode, none.headers['cache-control']]).toEqual([404, 'no-store']);
  });
});

describe('health', () => {
  const ready = () => app().http.inject({ url: '/readyz' });

  test('is there, and says whether the database answers', async () => {
    expect((await app().http.inject({ url: '/healthz' })).statusCode).toBe(200);
    expect((await ready()).statusCode).toBe(200);
  });

  test.each(['everything', 'nobody'] as const)(
    'is not ready while the connections of %s are all held',
    async (pool) => {
      const { everything, [pool]: db } = app().platform.database;
      const open = Promise.withResolvers<void>();
      const held = Array.from({ length: 8 }, () => db.connection().execute(() => open.promise));
      const answer = await ready();
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      open.resolve();
      await Promise.all(held);
      await everything.selectFrom('admins').select('id').limit(1).execute();
      expect((await ready()).statusCode).toBe(200);
    },
  );
});

describe('a database that is away', () => {
  test('is a 503 that says so, on every way in', async () => {
    const { platform } = app();
    const nowhere = 'postgres://provost@127.0.0.1:1/provost';
    const database = openDatabase({ global: nowhere, scoped: nowhere, site: nowhere });
    const http = await buildHttp({ ...platform, database });
    const authorization = `Bearer ${signAccessToken(platform.tokenKey, crypto.randomUUID())}`;
    const form = { authorization, 'content-type': 'multipart/form-data; boundary=x' };
    const answers = await Promise.all([
      http.inject({ url: '/api/wladmin/users', headers: { authorization } }),
      http.inject({
        url: '/api/wladmin/auth',
        method: 'POST',
        payload: { email: 'a@example.com', password: 'long enough' },
      }),
      http.inject({ url: '/api/upload', method: 'POST', headers: form, payload: '--x--' }),
      http.inject({ url: '/storage/draws/1.json' }),
      http.inject({ url: '/readyz' }),
    ]);
    for (const answer of answers) {
      expect([answer.statusCode, answer.json().code], answer.body).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(answer.json().message).toContain('The database is not responding');
      expect(answer.headers['retry-after']).toBe('5');
    }
    await http.close();
    await database.close();
  });
});
