import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../../../server/passwords/password-hashes.ts';
import { makeAdmin, makeProgram } from '../../../test/factories.ts';
import { type Answer, useTestApp } from '../../../test/harness.ts';

const app = useTestApp({ publicUrl: 'https://provost.example' });
const db = () => app().platform.database.everything;

const PASSWORD = 'correct horse';
let passwordHash: Promise<string> | undefined;

async function newAdmin(values: Partial<Parameters<typeof makeAdmin>[1]> = {}) {
  passwordHash ??= hashPassword(PASSWORD, 'test');
  return makeAdmin(db(), { permissions: ['events'], password_hash: await passwordHash, ...values });
}

const signIn = (email: string, password = PASSWORD) => app().call('POST', 'auth', { email, password });
const me = (token: string) => app().call('GET', 'auth/me', undefined, { authorization: `Bearer ${token}` });
const refresh = (refresh_token: string) => app().call('POST', 'auth/refresh', { refresh_token });
const cookieOf = ({ headers }: Answer) =>
  [headers['set-cookie']]
    .flat()
    .map(String)
    .find((cookie) => cookie.startsWith('__Host-provost_refresh=')) ?? '';
const cookiePair = (answer: Answer) => cookieOf(answer).split(';')[0] ?? '';

function actionsOf(entity: string, adminId: number) {
  return db()
    .selectFrom('audit_entries')
    .select('action')
    .where('entity', '=', entity)
    .where('admin_id', '=', adminId)
    .orderBy('id')
    .execute()
    .then((rows) => rows.map(({ action }) => action));
}

beforeEach(async () => {
  await db().deleteFrom('sign_in_failures').execute();
});

describe('POST auth', () => {
  test('answers tokens and the user, and the tokens work', async () => {
    const program = await makeProgram(db());
    const admin = await newAdmin({ permissions: ['money', 'events'], program_id: program.id });
    const answer = await signIn(admin.email.toUpperCase());
    expect(answer).toMatchObject({
      status: 200,
      body: {
        token: expect.any(String),
        refresh_token: expect.any(String),
        user: {
          id: admin.id,
          email: admin.email,
          program_id: program.id,
          program_display_name: program.program_display_name,
          role: 'admin',
          permissions: ['money', 'events'],
        },
      },
    });
    expect((await me(answer.body.token)).body.user).toEqual(answer.body.user);
    expect(await actionsOf('session', admin.id)).toEqual(['sign_in']);
    expect(JSON.stringify(answer.body)).not.toContain('argon2');
  });

  test('names the highest role', async () => {
    const roles = [];
    for (const permissions of [['superadmin', 'events'], ['programadmin'], []] as const) {
      const admin = await newAdmin({ permissions: [...permissions] });
      roles.push((await signIn(admin.email)).body.user.role);
    }
    expect(roles).toEqual(['superadmin', 'programadmin', 'admin']);
  });

  test('sets the refresh token as a cookie that scripts, other sites and hosts beside it cannot use', async () => {
    const answer = await signIn((await newAdmin()).email);
    expect(cookieOf(answer).split('; ')).toEqual([
      `__Host-provost_refresh=${answer.body.refresh_token}`,
      'Path=/',
      'HttpOnly',
      'SameSite=Strict',
      'Max-Age=2592000',
      'Secure',
    ]);
  });

  test('tells scripts by a cookie of its own that there is another token, and not which', async () => {
    const turnOf = ({ headers }: Answer) =>
      [headers['set-cookie']].flat().map(String).at(-1)?.split('; ') ?? [];
    const first = await signIn((await newAdmin()).email);
    const second = await refresh(first.body.refresh_token);
    const [before, after] = [turnOf(first), turnOf(second)];
    expect(before[0]).toMatch(/^__Host-provost_turn=[\w-]{8}$/);
    expect(before.slice(1)).toEqual(['Path=/', 'SameSite=Strict', 'Max-Age=2592000', 'Secure']);
    expect(after[0]).not.toBe(before[0]);
    expect(second.body.refresh_token).not.toContain(after[0]?.split('=')[1]);
    const { token } = second.body;
    const out = await app().call('POST', 'auth/logout', {}, { authorization: `Bearer ${token}` });
    expect(turnOf(out)).toContain('Max-Age=0');
  });

  test('ends the session that the browser had, and no other', async () => {
    const admin = await newAdmin();
    const [first, elsewhere] = [await signIn(admin.email), await signIn(admin.email)];
    const headers = { cookie: cookiePair(first) };
    const again = await app().call('POST', 'auth', { email: admin.email, password: PASSWORD }, headers);
    expect((await me(first.body.token)).status).toBe(401);
    expect((await me(elsewhere.body.token)).status).toBe(200);
    expect((await me(again.body.token)).status).toBe(200);
    expect(await actionsOf('session', admin.id)).toEqual(['sign_in', 'sign_in', 'sign_out', 'sign_in']);
    const wrong = await app().call(
      'POST',
      'auth',
      { email: admin.email, password: 'wrong one' },
      {
        cookie: cookiePair(again),
      },
    );
    expect(wrong.status).toBe(401);
    expect((await me(again.body.token)).status).toBe(200);
  });

  test('takes a password of up to 200 characters exactly as it was typed', async () => {
    const password = `  Ä correct horse ${'x'.repeat(181)} `.normalize('NFC');
    expect(password).toHaveLength(200);
    const { email } = await newAdmin({ password_hash: await hashPassword(password, 'test') });
    const others = [
      password.trim(),
      password.toLowerCase(),
      password.slice(0, 72),
      password.normalize('NFD'),
    ];
    for (const other of others) expect((await signIn(email, other)).status).not.toBe(200);
    expect((await signIn(email, password)).status).toBe(200);
  });

  test('keeps only the hash of the refresh token', async () => {
    const { refresh_token } = (await signIn((await newAdmin()).email)).body;
    const rows = await db().selectFrom('refresh_tokens').select('token_hash').execute();
    const kept = rows.map(({ token_hash }) => token_hash.toString('hex'));
    expect(kept).toContain(createHash('sha256').update(refresh_token).digest('hex'));
    expect(rows.some(({ token_hash }) => token_hash.toString().includes(refresh_token))).toBe(false);
  });

  test('answers 401 alike for a wrong password, an unknown account and a removed one', async () => {
    const admin = await newAdmin();
    const removed = await newAdmin({ deleted_at: new Date().toISOString() });
    const answers = [
      await signIn(admin.email, 'wrong one'),
      await signIn('nobody@example.com'),
      await signIn(removed.email),
      await signIn((await makeAdmin(db(), { permissions: [] })).email, 'never given one'),
    ];
    for (const { status, body, headers } of answers) {
      expect({ status, message: body.message }).toEqual({
        status: 401,
        message: 'The email or the password is wrong',
      });
      expect(headers['set-cookie']).toBeUndefined();
    }
    expect(await actionsOf('session', admin.id)).toEqual([]);
  });

  test('does the same work for an unknown account', async () => {
    // The least of many: what else a machine does only adds to it.
    const times = { known: Infinity, unknown: Infinity };
    for (let round = 0; round < 16; round++) {
      const admin = await newAdmin();
      for (const kind of ['known', 'unknown'] as const) {
        const begun = performance.now();
        await signIn(kind === 'known' ? admin.email : `stranger-${round}@example.com`, 'wrong one');
        times[kind] = Math.min(times[kind], performance.now() - begun);
      }
    }
    expect(times.unknown).toBeGreaterThan(times.known / 3);
    expect(times.known).toBeGreaterThan(times.unknown / 3);
  });

  test.each([
    [{ email: 'not an address', password: PASSWORD }, 'email'],
    [{ email: 'a@example.com' }, 'password'],
    [{ email: 'a@example.com', password: 'xy' }, 'password'],
    [{ email: 'a@example.com', password: 'a\0bcd' }, 'password'],
  ])('answers 400 for %o', async (body, field) => {
    const answer = await app().call('POST', 'auth', body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].path).toBe(field);
  });
});

describe('too many wrong passwords', () => {
  test.each(['known', 'unknown'])('shut a(n) %s account for a while, and say for how long', async (kind) => {
    const email = kind === 'known' ? (await newAdmin()).email : 'unknown@example.com';
    for (let round = 0; round < 5; round++) expect((await signIn(email, 'wrong one')).status).toBe(401);
    const shut = await signIn(email);
    expect(shut.status).toBe(429);
    expect(shut.body.retry_after).toBeGreaterThan(14 * 60);
    expect(shut.body.retry_after).toBeLessThanOrEqual(15 * 60);
    expect(shut.headers['retry-after']).toBe(String(shut.body.retry_after));
    expect(shut.body).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many wrong passwords. Try again in 15 minutes.',
    });
    expect((await signIn((await newAdmin()).email)).status).toBe(200);
  });

  test('open again once the failures are older than 15 minutes', async () => {
    const { email } = await newAdmin();
    for (let round = 0; round < 5; round++) await signIn(email, 'wrong one');
    // All of one age: a busy machine has half a minute for what comes next.
    await db()
      .updateTable('sign_in_failures')
      .set({ at: sql`provost_now() - interval '14 minutes 30 seconds'` })
      .execute();
    const shut = await signIn(email);
    expect(shut.body.message).toBe('Too many wrong passwords. Try again in a minute.');
    await db().updateTable('sign_in_failures').set({ at: sql`at - interval '30 seconds'` }).execute();
    expect((await signIn(email)).status).toBe(200);
  });

  test('shut an address after twenty, whatever the accounts', async () => {
    for (let round = 0; round < 20; round++) {
      expect((await signIn(`guess-${round % 7}-${Math.floor(round / 4)}@example.com`, 'wrong')).status).toBe(
        401,
      );
    }
    const { email } = await newAdmin();
    expect((await signIn(email)).status).toBe(429);
    const elsewhere = await app().http.inject({
      method: 'POST',
      url: '/api/wladmin/auth',
      remoteAddress: '192.0.2.7',
      payload: { email, password: PASSWORD },
    });
    expect(elsewhere.statusCode).toBe(200);
  });

  test('cannot be outrun by guessing at the same moment', async () => {
    const { email } = await newAdmin();
    // From as many addresses, so that only the account's own count can stop them.
    const guesses = Array.from({ length: 12 }, (_, n) =>
      app().http.inject({
        method: 'POST',
        url: '/api/wladmin/auth',
        remoteAddress: `192.0.2.${n + 1}`,
        payload: { email, password: 'wrong one' },
      }),
    );
    const answers = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
    const statuses = answers.toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
  });

  test('are no business of people who sign in at the same moment with the right one', async () => {
    const { email } = await newAdmin();
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(email)));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(await db().selectFrom('sign_in_failures').selectAll().execute()).toEqual([]);
  });
});

describe('POST auth/refresh', () => {
  test('gives a new pair for the token of the body', async () => {
    const first = await signIn((await newAdmin()).email);
    const second = await refresh(first.body.refresh_token);
    expect(second.status).toBe(200);
    expect(second.body.refresh_token).not.toBe(first.body.refresh_token);
    expect(second.body.user).toEqual(first.body.user);
    expect((await me(second.body.token)).status).toBe(200);
  });

  test('gives a new pair for the token of the cookie, and sets the new one', async () => {
    const first = await signIn((await newAdmin()).email);
    const headers = { cookie: `other=1; ${cookiePair(first)}` };
    const second = await app().call('POST', 'auth/refresh', undefined, headers);
    expect(second.status).toBe(200);
    expect(cookiePair(second)).toBe(`__Host-provost_refresh=${second.body.refresh_token}`);
  });

  test.each(['same-site', 'cross-site'])('takes no cookie with what a %s page sends', async (from) => {
    const first = await signIn((await newAdmin()).email);
    const headers = { cookie: cookiePair(first), 'sec-fetch-site': from };
    expect((await app().call('POST', 'auth/refresh', undefined, headers)).status).toBe(401);
    expect((await app().call('POST', 'auth/logout', undefined, headers)).status).toBe(200);
    expect((await me(first.body.token)).status).toBe(200);
    const own = { ...headers, 'sec-fetch-site': 'same-origin' };
    expect((await app().call('POST', 'auth/refresh', undefined, own)).status).toBe(200);
  });

  test('ends the session where a token comes back', async () => {
    const admin = await newAdmin();
    const first = await signIn(admin.email);
    const other = await signIn(admin.email);
    const second = await refresh(first.body.refresh_token);
    const again = await refresh(first.body.refresh_token);
    expect(again.status).toBe(401);
    expect(cookieOf(again)).toContain('__Host-provost_refresh=; ');
    expect(cookieOf(again)).toContain('Max-Age=0');
    expect((await me(second.body.token)).status).toBe(401);
    expect((await refresh(second.body.refresh_token)).status).toBe(401);
    expect((await me(other.body.token)).status).toBe(200);
    expect(await actionsOf('session', admin.id)).toEqual(['sign_in', 'sign_in', 'refresh_reuse']);
  });

  test('lets exactly one of several simultaneous uses win, and ends the session', async () => {
    const admin = await newAdmin();
    const { refresh_token } = (await signIn(admin.email)).body;
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(refresh_token)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect((await me(won[0]?.body.token)).status).toBe(401);
    expect(await actionsOf('session', admin.id)).toEqual(['sign_in', 'refresh_reuse']);
  });

  test('answers 401 for no token, an unknown one, an old one and a removed admin', async () => {
    const admin = await newAdmin();
    const old = (await signIn(admin.email)).body.refresh_token;
    await db()
      .updateTable('refresh_tokens')
      .set({ expires_at: sql`provost_now()` })
      .where('token_hash', '=', createHash('sha256').update(old).digest())
      .execute();
    const orphan = (await signIn(admin.email)).body.refresh_token;
    expect((await app().call('POST', 'auth/refresh')).status).toBe(401);
    expect((await refresh('unknown')).status).toBe(401);
    expect((await refresh(old)).status).toBe(401);
    await db()
      .updateTable('admins')
      .set({ deleted_at: sql`provost_now()` })
      .where('id', '=', admin.id)
      .execute();
    expect((await refresh(orphan)).status).toBe(401);
  });
});

describe('POST auth/logout', () => {
  test.each(['access token', 'body', 'cookie'])(
    'ends the session of the %s and clears the cookie',
    async (by) => {
      const admin = await newAdmin();
      const session = await signIn(admin.email);
      const { token, refresh_token } = session.body;
      const out = await app().call(
        'POST',
        'auth/logout',
        by === 'body' ? { refresh_token } : undefined,
        by === 'cookie'
          ? { cookie: cookiePair(session) }
          : by === 'body'
            ? {}
            : { authorization: `Bearer ${token}` },
      );
      expect(out.status).toBe(200);
      expect(cookieOf(out)).toContain('__Host-provost_refresh=; ');
      expect((await me(token)).status).toBe(401);
      expect((await refresh(refresh_token)).status).toBe(401);
      expect(await actionsOf('session', admin.id)).toEqual(['sign_in', 'sign_out']);
    },
  );

  test('is content where nobody is signed in', async () => {
    expect((await app().call('POST', 'auth/logout', { refresh_token: 'unknown' })).status).toBe(200);
  });
});

describe('GET auth/me', () => {
  test('answers 401 without a token, with a foreign one and with one that was tampered with', async () => {
    const { token } = (await signIn((await newAdmin()).email)).body;
    expect((await app().call('GET', 'auth/me')).status).toBe(401);
    const [head, , signature] = token.split('.');
    const forged = Buffer.from(JSON.stringify({ sid: crypto.randomUUID() })).toString('base64url');
    expect((await me(`${head}.${forged}.${signature}`)).status).toBe(401);
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
    expect((await me(`${unsigned}.${token.split('.')[1]}.`)).status).toBe(401);
  });
});
