/** What many who have not signed in can do to those who have. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword, passwordMatches } from '../../../server/passwords/password-hashes.ts';
import { makeAdmin, makeProgram } from '../../../test/factories.ts';
import { statusesOf, useTestApp } from '../../../test/harness.ts';
import { until } from '../../../test/until.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: app().ownerUrl });
  await owner.connect();
});
afterAll(() => owner.end());
beforeEach(async () => {
  await db().deleteFrom('sign_in_failures').execute();
});

async function signInFrom(remoteAddress: string, email: string, password = 'wrong one') {
  const answer = await app().http.inject({
    method: 'POST',
    url: '/api/wladmin/auth',
    remoteAddress,
    payload: { email, password },
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

describe('sixty wrong sign-ins at once', () => {
  test('hold no connection that a list needs, however long they wait', async () => {
    const program = await makeProgram(db());
    const callers = [
      await app().as({ permissions: ['superadmin'] }),
      await app().as({ permissions: ['admins'], program_id: program.id }),
    ];
    await owner.query(`select pg_advisory_lock(hashtextextended('sign-in account held@example.com', 0))`);
    let settled = 0;
    const waiting = Array.from({ length: 60 }, (_, n) =>
      signInFrom(`192.0.2.${n + 1}`, 'held@example.com').finally(() => (settled += 1)),
    );
    await until(async () => {
      const { rows } = await owner.query<{ n: string }>(
        `select count(*) as n from pg_locks where locktype = 'advisory' and not granted`,
      );
      expect(Number(rows[0]?.n)).toBeGreaterThan(0);
    });
    for (const call of callers) {
      const lists = await Promise.all(Array.from({ length: 20 }, () => call('GET', 'users')));
      expect(new Set(statusesOf(lists))).toEqual(new Set([200]));
    }
    expect(settled).toBe(0);
    await owner.query(`select pg_advisory_unlock(hashtextextended('sign-in account held@example.com', 0))`);
    const statuses = statusesOf(await Promise.all(waiting));
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(55).fill(429)]);
  });

  test('of one network leave places for others; who finds none is told to come again', async () => {
    const password_hash = await hashPassword('correct horse', 'test');
    const admin = await makeAdmin(db(), { permissions: ['events'], password_hash });
    const flood = Array.from({ length: 60 }, (_, n) =>
      signInFrom(`2001:db8:0:1::${n + 1}`, `guess-${n}@example.com`),
    );
    const real = signInFrom('2001:db8:0:2::1', admin.email, 'correct horse');
    const answers = await Promise.all(flood);
    expect((await real).status).toBe(200);
    const statuses = answers.map(({ status }) => status);
    // The first twenty are compared; the /64 has no more.
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    const turnedAway = answers.filter(({ body }) => body.message.startsWith('Too many people'));
    expect(turnedAway.length).toBe(30);
    for (const { status, body, headers } of turnedAway) {
      expect([status, body.retry_after, headers['retry-after']]).toEqual([429, 2, '2']);
    }
  });

  test('of any number of networks have a last place', async () => {
    const flood = Array.from({ length: 150 }, (_, n) =>
      signInFrom(`198.51.${n}.1`, `guess-${n}@example.com`),
    );
    const statuses = statusesOf(await Promise.all(flood));
    expect(statuses.filter((status) => status === 429)).toHaveLength(50);
    // On a machine that is busy with other things, the last of them wait too long.
    expect(statuses.filter((status) => ![401, 408, 429].includes(status))).toEqual([]);
    expect((await signInFrom('203.0.113.1', 'after@example.com')).status).toBe(401);
  });
});

test('hundreds of hashes for one admin leave the next turn to whoever signs in', async () => {
  let [hashed, refused] = [0, 0];
  const flood = Array.from({ length: 100 }, () =>
    hashPassword('a password', 'admin 1').then(
      () => (hashed += 1),
      () => (refused += 1),
    ),
  );
  expect(await passwordMatches(undefined, 'a password', '192.0.2.1')).toBe(false);
  expect(hashed).toBeLessThan(10);
  await Promise.all(flood);
  // Sixty wait; one more is under way, unless somebody else's rest was.
  expect([60, 61]).toContain(hashed);
  expect(refused).toBe(100 - hashed);
});

describe('the count by address', () => {
  test.each([
    ['one /64', (n: number) => `2001:db8:0:3:${(n * 977).toString(16)}::${n + 1}`],
    ['IPv4 however it is written', (n: number) => (n % 2 ? '192.0.2.200' : '::ffff:192.0.2.200')],
  ])('takes %s for one', async (_, address) => {
    const statuses: number[] = [];
    for (let n = 0; n < 21; n++) statuses.push((await signInFrom(address(n), `g${n}@example.com`)).status);
    expect(statuses).toEqual([...Array(20).fill(401), 429]);
    expect((await signInFrom('2001:db8:0:4::1', 'elsewhere@example.com')).status).toBe(401);
  });
});
