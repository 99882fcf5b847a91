import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { makeAdmin, makeProgram } from '../../test/factories.ts';
import { useTestApp } from '../../test/harness.ts';
import { TEST_KEYS } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { openDatabase } from '../db/client.ts';
import { hashPassword } from '../passwords/password-hashes.ts';
import { recordDenial } from './denials.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

const ACTIONS = ['denied', 'forged_token', 'held_back', 'sign_in_failed'];
const entries = () =>
  db().selectFrom('audit_entries').selectAll().where('action', 'in', ACTIONS).orderBy('id').execute();
/** Waits until as many are recorded, and a little for one too many. */
async function recorded(count: number) {
  await until(async () => expect(await entries()).toHaveLength(count));
  await new Promise((resolve) => setTimeout(resolve, 200));
  const rows = await entries();
  expect(rows).toHaveLength(count);
  return rows;
}

let seen = 0;
beforeEach(async () => {
  // Entries are never deleted; a test looks at those that come while it runs.
  seen = (await entries()).length;
});
const newEntries = async (count: number) => (await recorded(seen + count)).slice(seen);

describe('a 403', () => {
  test('is recorded once a minute and kind, with who, where from and why, for the own program', async () => {
    const program = await makeProgram(db());
    const call = await app().as({ permissions: ['events'], program_id: program.id });
    const answers = await Promise.all(Array.from({ length: 50 }, () => call('GET', 'users')));
    for (const { status } of answers) expect(status).toBe(403);
    const [entry] = await newEntries(1);
    expect(entry).toMatchObject({
      admin_id: call.admin_id,
      address: '127.0.0.1',
      program_id: program.id,
      entity: 'call',
      entity_id: 'adminUsers.adminUsers',
      action: 'denied',
      before: null,
      after: { reason: 'You may not do this' },
    });
    expect(answers.map(({ headers }) => headers['x-request-id'])).toContain(entry?.request_id);
    const auditor = await app().as({ permissions: ['audit'], program_id: program.id });
    const page = await auditor('GET', 'audit?action=denied');
    expect(page.body.audit.map(({ id }: { id: number }) => id)).toEqual([entry?.id]);
  });

  test('of another call or another admin is another kind', async () => {
    const [one, other] = [await app().as({ permissions: [] }), await app().as({ permissions: [] })];
    await one('GET', 'users');
    await one('GET', 'audit');
    await other('GET', 'users');
    const kinds = (await newEntries(3)).map(({ admin_id, entity_id }) => `${admin_id} ${entity_id}`);
    expect(new Set(kinds)).toEqual(
      new Set([
        `${one.admin_id} adminUsers.adminUsers`,
        `${one.admin_id} audit.audit`,
        `${other.admin_id} adminUsers.adminUsers`,
      ]),
    );
  });

  test('from within a call is recorded, though the call is rolled back, with an idempotency key too', async () => {
    const [own, foreign] = [await makeProgram(db()), await makeProgram(db())];
    const call = await app().as({ permissions: ['admins'], program_id: own.id });
    const user_data = {
      email: 'x@example.com',
      password: 'abc',
      permissions: ['admins'],
      program_id: foreign.id,
    };
    const { status } = await call('POST', 'user', { user_data }, { 'idempotency-key': 'denied once' });
    expect(status).toBe(403);
    expect(await newEntries(1)).toMatchObject([
      { entity_id: 'adminUsers.createAdminUser', program_id: own.id },
    ]);
  });

  test('is recorded again after a minute, by several processes once', async () => {
    // Another process on the same database remembers nothing of what this one wrote.
    const second = openDatabase(app().urls, 2);
    const call = { platform: app().platform, address: '192.0.2.1', request_id: 'r' };
    const other = { ...call, platform: { ...app().platform, database: second } };
    const denial = {
      who: 'somebody',
      admin_id: null,
      program_id: 0,
      entity: 'call' as const,
      entity_id: 'a.route',
      action: 'denied',
      reason: 'No',
    };
    for (let n = 0; n < 50; n++) {
      recordDenial(call, denial);
      recordDenial(other, denial);
    }
    expect(await newEntries(1)).toHaveLength(1);
    await db()
      .updateTable('denials')
      .set({ recorded_at: sql`recorded_at - interval '61 seconds'` })
      .execute();
    const now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => now + 61_000);
    for (let n = 0; n < 50; n++) {
      recordDenial(call, denial);
      recordDenial(other, denial);
    }
    await newEntries(2);
    vi.restoreAllMocks();
    await second.close();
  });
});

describe('a 401', () => {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const signed = (payload: object) => {
    const text = [{ alg: 'HS256' }, payload].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const signature = createHmac('sha256', TEST_KEYS.tokenKey).update(text.join('.')).digest('base64url');
    return [...text, signature].join('.');
  };

  test('for a token that was never ours is recorded; for none, or one that has expired, it is not', async () => {
    const expired = signed({ sid: crypto.randomUUID(), exp: Math.floor(Date.now() / 1000) - 60 });
    const call = app().call;
    expect((await call('GET', 'users')).status).toBe(401);
    expect((await call('GET', 'users', undefined, bearer(expired))).status).toBe(401);
    const forged = `${expired.slice(0, -4)}AAAA`;
    expect((await call('GET', 'users', undefined, bearer(forged))).status).toBe(401);
    expect((await call('GET', 'users', undefined, bearer('nonsense'))).status).toBe(401);
    expect(await newEntries(1)).toMatchObject([
      { action: 'forged_token', entity_id: 'adminUsers.adminUsers', admin_id: null, program_id: 0 },
    ]);
  });

  test('for a token that was never ours is recorded at an upload as well', async () => {
    const form = new FormData();
    form.append('file', new File(['x'], 'x.png'));
    expect((await app().call('POST', '/api/upload', form, bearer('nonsense'))).status).toBe(401);
    expect(await newEntries(1)).toMatchObject([{ action: 'forged_token', entity_id: 'uploads.upload' }]);
  });
});

describe('a 429', () => {
  test('is recorded with the network of whoever guesses at links, once a minute', async () => {
    await db()
      .insertInto('recovery_calls')
      .values({
        network: 'guess 127.0.0.1',
        calls: 31,
        window_ends: sql`provost_now() + interval '14 minutes'`,
      })
      .execute();
    const guess = { token: 'no such link', password: 'quite long enough' };
    for (let tries = 0; tries < 3; tries += 1)
      expect((await app().call('POST', 'change-password', guess)).status).toBe(429);
    expect(await newEntries(1)).toMatchObject([
      {
        action: 'held_back',
        entity_id: 'auth.changePassword',
        admin_id: null,
        program_id: 0,
        address: '127.0.0.1',
        after: { reason: 'Too many attempts.' },
      },
    ]);
  });
});

describe('a failed sign-in', () => {
  const signIn = (email: string, password = 'wrong') => app().call('POST', 'auth', { email, password });

  test('is recorded for the program of the account, without what was typed', async () => {
    const program = await makeProgram(db());
    const password_hash = await hashPassword('correct horse', 'test');
    const admin = await makeAdmin(db(), { permissions: [], program_id: program.id, password_hash });
    expect((await signIn(admin.email, 'typed-secret')).status).toBe(401);
    expect((await signIn(admin.email, 'typed-secret')).status).toBe(401);
    expect((await signIn('a-secret-typed-as@example.com')).status).toBe(401);
    const made = await newEntries(2);
    expect(made).toMatchObject([
      {
        action: 'sign_in_failed',
        entity: 'admin',
        entity_id: String(admin.id),
        admin_id: null,
        program_id: program.id,
        address: '127.0.0.1',
      },
      { action: 'sign_in_failed', entity: 'unknown account', entity_id: '0', admin_id: null, program_id: 0 },
    ]);
    expect(JSON.stringify(made)).not.toMatch(/typed/);
  });
});

test('is no fault of the call where it cannot be recorded, and is recorded when it can', async () => {
  const call = await app().as({ permissions: [] });
  const owner = new pg.Client({ connectionString: app().ownerUrl });
  await owner.connect();
  await owner.query('alter table denials rename to denials_gone');
  const log = vi.spyOn(app().platform.log, 'error');
  expect((await call('GET', 'users')).status).toBe(403);
  await until(() => expect(log).toHaveBeenCalled());
  log.mockRestore();
  await owner.query('alter table denials_gone rename to denials');
  await owner.end();
  expect((await call('GET', 'users')).status).toBe(403);
  await newEntries(1);
});
