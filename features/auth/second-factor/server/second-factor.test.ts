import fc from 'fast-check';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { beforeEach, describe, expect, test } from 'vitest';
import { hashOfSecret } from '../../../../server/keys.ts';
import { hashPassword } from '../../../../server/passwords/password-hashes.ts';
import { makeAdmin } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

const PASSWORD = 'correct horse';
const TOLD = 'Wrong codes for your Provost account';
const STEP = 30_000;
let passwordHash: Promise<string> | undefined;

type Permissions = Parameters<typeof makeAdmin>[1]['permissions'];

async function newAdmin(permissions: Permissions = ['events']) {
  passwordHash ??= hashPassword(PASSWORD, 'test');
  const admin = await makeAdmin(db(), { permissions, password_hash: await passwordHash });
  return { ...admin, call: await app().signedIn(admin.id) };
}

const signIn = (email: string, code?: string) =>
  app().call('POST', 'auth', { email, password: PASSWORD, ...(code !== undefined && { code }) });
const codeAt = (secret: string, off = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + off });
const mailsTo = async (to_address: string) => {
  const mails = await db()
    .selectFrom('mails')
    .select('subject')
    .where('to_address', '=', to_address)
    .execute();
  return mails.map(({ subject }) => subject);
};

/** An account whose codes are asked for; the code of now has been spent to confirm them. */
async function withFactor(permissions?: Permissions) {
  const admin = await newAdmin(permissions);
  const { secret } = (await admin.call('POST', 'account/one-time-codes', { password: PASSWORD })).body;
  const { body } = await admin.call('POST', 'account/one-time-codes/confirm', {
    code: codeAt(secret, -STEP),
  });
  return { ...admin, secret, recovery_codes: body.recovery_codes as [string, string, ...string[]] };
}

beforeEach(async () => {
  await db().deleteFrom('sign_in_failures').execute();
});

describe('a second factor', () => {
  test('is asked for once a first code is confirmed, and the password alone opens nothing', async () => {
    const { email, call } = await newAdmin();
    const begun = await call('POST', 'account/one-time-codes', { password: PASSWORD });
    expect(begun.body.uri).toMatch(/^otpauth:\/\/totp\/Provost:.*secret=[A-Z2-7]{32}/);
    expect((await signIn(email)).status).toBe(200);
    await call('POST', 'account/one-time-codes/confirm', { code: codeAt(begun.body.secret) });
    expect(await signIn(email)).toMatchObject({ status: 401, body: { code: 'SECOND_FACTOR' } });
    expect((await signIn(email, codeAt(begun.body.secret, STEP))).status).toBe(200);
    expect(await mailsTo(email)).toContain('A second factor was set up for your Provost account');
  });

  test('is not told of to whoever has not the password', async () => {
    const { email, secret } = await withFactor();
    const wrong = await app().call('POST', 'auth', { email, password: 'wrong', code: codeAt(secret) });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  });

  test('takes a code once, and none of a step before it', async () => {
    const { email, secret } = await withFactor();
    const code = codeAt(secret, STEP);
    expect((await signIn(email, code)).status).toBe(200);
    expect(await signIn(email, code)).toMatchObject({ status: 401, body: { code: 'SECOND_FACTOR' } });
    expect((await signIn(email, codeAt(secret))).status).toBe(401);
  });

  test('of twenty at once with one code, one signs in', async () => {
    const { id, email, secret } = await withFactor();
    const code = codeAt(secret);
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(email, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const sessions = await db().selectFrom('sessions').select('id').where('admin_id', '=', id).execute();
    expect(sessions).toHaveLength(2);
  });

  test('takes a clock that is off by a step, and not one that is off by 90 s', async () => {
    const { email, secret } = await withFactor();
    expect((await signIn(email, codeAt(secret, -90_000))).status).toBe(401);
    expect((await signIn(email, codeAt(secret, 90_000))).status).toBe(401);
    expect((await signIn(email, codeAt(secret, STEP))).status).toBe(200);
  });

  test('waits after wrong codes as after wrong passwords', async () => {
    const { email, secret } = await withFactor();
    const right = codeAt(secret);
    const wrong = right === '000000' ? '000001' : '000000';
    const tries = await Promise.all(Array.from({ length: 10 }, () => signIn(email, wrong)));
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([401, 429]));
    expect((await signIn(email, right)).status).toBe(429);
  });

  test('mails the owner of five wrong codes in a row behind the right password, however long they take', async () => {
    const { email, secret } = await withFactor();
    const mails = async () => (await mailsTo(email)).filter((subject) => subject === TOLD).length;
    const wrong = async (times: number) => {
      const code = ['000000', '000001', '000002', '000003'].find(
        (one) => ![-STEP, 0, STEP].some((off) => codeAt(secret, off) === one),
      );
      for (let n = 0; n < times; n++) {
        expect((await signIn(email, code)).status).toBe(401);
        await db().deleteFrom('sign_in_failures').execute();
      }
    };
    await app().call('POST', 'auth', { email, password: 'wrong', code: '000000' });
    await wrong(4);
    expect(await mails(), 'a wrong password is no wrong code').toBe(0);
    expect((await signIn(email, codeAt(secret))).status).toBe(200);
    await wrong(4);
    expect(await mails(), 'a right one ends the row').toBe(0);
    await wrong(1);
    expect(await mails()).toBe(1);
    await wrong(4);
    expect(await mails()).toBe(1);
    await wrong(1);
    expect(await mails()).toBe(2);
  });

  test('tells of five at once in one mail', async () => {
    const { email } = await withFactor();
    await Promise.all(Array.from({ length: 5 }, () => signIn(email, 'not a code')));
    expect((await mailsTo(email)).filter((subject) => subject === TOLD)).toHaveLength(1);
  });

  test('no code of another secret, length or script opens anything', async () => {
    const { email, id, secret } = await withFactor();
    const valid = new Set([-STEP, 0, STEP].map((off) => codeAt(secret, off)));
    const odd = fc.oneof(
      fc.string({ minLength: 1, maxLength: 40 }),
      fc.stringMatching(/^\d{6}$/),
      fc.constant('٠١٢٣٤٥'),
    );
    await fc.assert(
      fc.asyncProperty(odd, async (code) => {
        fc.pre(!valid.has(code.replace(/[\s-]/g, '')));
        await db().deleteFrom('sign_in_failures').execute();
        expect([400, 401]).toContain((await signIn(email, code)).status);
      }),
      { numRuns: 30 },
    );
    expect(await db().selectFrom('sessions').select('id').where('admin_id', '=', id).execute()).toHaveLength(
      1,
    );
  });

  test('is replaced by a new device only once that has shown a code', async () => {
    const { email, secret, call } = await withFactor();
    const next = (await call('POST', 'account/one-time-codes', { password: PASSWORD })).body.secret;
    expect((await signIn(email, codeAt(next))).status).toBe(401);
    expect((await signIn(email, codeAt(secret))).status).toBe(200);
    await call('POST', 'account/one-time-codes/confirm', { code: codeAt(next) });
    expect((await signIn(email, codeAt(secret, STEP))).status).toBe(401);
    expect((await signIn(email, codeAt(next, STEP))).status).toBe(200);
  });

  test('is neither made nor removed without the own password', async () => {
    const { call, email, secret } = await withFactor();
    for (const path of ['one-time-codes', 'one-time-codes/remove', 'recovery-codes'])
      expect((await call('POST', `account/${path}`, { password: 'wrong' })).status, path).toBe(400);
    expect((await signIn(email)).body.code).toBe('SECOND_FACTOR');
    expect((await signIn(email, codeAt(secret))).status).toBe(200);
    await call('POST', 'account/one-time-codes/remove', { password: PASSWORD });
    expect((await signIn(email)).status).toBe(200);
  });

  test('of a device that was never confirmed ends with the password, and after half an hour', async () => {
    const [one, two] = [await newAdmin(), await newAdmin()];
    const begin = async ({ call }: { call: typeof one.call }) =>
      (await call('POST', 'account/one-time-codes', { password: PASSWORD })).body.secret as string;
    const [first, second] = [await begin(one), await begin(two)];
    const superadmin = await newAdmin(['superadmin']);
    await superadmin.call('PATCH', `user/${one.id}`, { user_data: { password: 'another password' } });
    const back = await app().signedIn(one.id);
    expect((await back('POST', 'account/one-time-codes/confirm', { code: codeAt(first) })).status).toBe(400);
    await db()
      .updateTable('one_time_codes')
      .set({ created_at: sql<string>`provost_now() - interval '31 minutes'` })
      .where('admin_id', '=', two.id)
      .execute();
    expect((await two.call('POST', 'account/one-time-codes/confirm', { code: codeAt(second) })).status).toBe(
      400,
    );
  });

  test('digits of other scripts are a wrong code, also while a device is set up', async () => {
    const { call } = await newAdmin();
    await call('POST', 'account/one-time-codes', { password: PASSWORD });
    for (const code of ['０００００0', '٠١٢٣٤٥', 'é12345'])
      expect((await call('POST', 'account/one-time-codes/confirm', { code })).status, code).toBe(400);
  });

  test('renewed at once three times, has the codes of the last alone', async () => {
    const { id, call } = await withFactor();
    const renew = () => call('POST', 'account/recovery-codes', { password: PASSWORD });
    await Promise.all([renew(), renew(), renew()]);
    const left = await db()
      .selectFrom('recovery_codes')
      .select('admin_id')
      .where('admin_id', '=', id)
      .execute();
    expect(left).toHaveLength(10);
  });

  test('is asked for as well after a new password was set by a link', async () => {
    const { id, email, recovery_codes } = await withFactor();
    const [token, password] = ['a link that only this test knows', 'another horse'];
    const expires_at = sql<string>`provost_now() + interval '1 hour'`;
    await db()
      .insertInto('password_resets')
      .values({ token_hash: hashOfSecret(token), admin_id: id, expires_at })
      .execute();
    expect((await app().call('POST', 'change-password', { token, password })).status).toBe(200);
    const alone = await app().call('POST', 'auth', { email, password });
    expect([alone.status, alone.body.code]).toEqual([401, 'SECOND_FACTOR']);
    const both = await app().call('POST', 'auth', { email, password, code: recovery_codes[0] });
    expect(both.status).toBe(200);
  });

  test('lies sealed in the database', async () => {
    const { id, secret } = await withFactor();
    const { sealed } = await db()
      .selectFrom('one_time_codes')
      .select('sealed')
      .where('admin_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(sealed.toString('latin1')).not.toContain(secret);
  });
});

describe('a recovery code', () => {
  test('signs in once, as somebody types it; the owner is mailed how many are left', async () => {
    const { email, recovery_codes } = await withFactor();
    const [code, other] = recovery_codes;
    expect((await signIn(email, code.toLowerCase().replace('-', ' '))).status).toBe(200);
    expect((await signIn(email, code)).status).toBe(401);
    expect((await signIn(email, other)).status).toBe(200);
    expect(await mailsTo(email)).toContain('A recovery code of your Provost account was used');
  });

  test('is kept under a salt by a hash that takes its time; one that was kept before by a quick one signs in', async () => {
    const [one, two] = [await withFactor(), await withFactor()];
    const kept = async ({ id }: { id: number }) =>
      db().selectFrom('recovery_codes').select('code_hash').where('admin_id', '=', id).execute();
    const salts = [await kept(one), await kept(two)].map((rows) =>
      rows.map(({ code_hash }) => code_hash.toString('hex', 0, 16)),
    );
    expect(salts.map((all) => new Set(all).size)).toEqual([1, 1]);
    expect(salts[0]?.[0]).not.toBe(salts[1]?.[0]);
    const [code] = one.recovery_codes;
    const quick = hashOfSecret(code.replace('-', ''));
    const hashes = (await kept(one)).map(({ code_hash }) => code_hash.subarray(16).toString('hex'));
    expect(hashes).not.toContain(quick.toString('hex'));
    await db().deleteFrom('recovery_codes').where('admin_id', '=', one.id).execute();
    await db().insertInto('recovery_codes').values({ admin_id: one.id, code_hash: quick }).execute();
    expect((await signIn(one.email, code)).status).toBe(200);
    expect((await signIn(one.email, code)).status).toBe(401);
  });

  test('of ten at once with one code, one signs in', async () => {
    const { email, recovery_codes } = await withFactor();
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(email, recovery_codes[0])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('no longer works once new ones are made, and of another account never', async () => {
    const [one, two] = [await withFactor(), await withFactor()];
    expect((await signIn(one.email, two.recovery_codes[0])).status).toBe(401);
    const { recovery_codes } = (await one.call('POST', 'account/recovery-codes', { password: PASSWORD }))
      .body;
    expect((await signIn(one.email, one.recovery_codes[0])).status).toBe(401);
    expect((await signIn(one.email, recovery_codes[0])).status).toBe(200);
  });
});

describe('a superadmin', () => {
  test('resets a colleague’s factor: the sessions end, the colleague is mailed; not the own one, and not without the password', async () => {
    const superadmin = await newAdmin(['superadmin']);
    const { id, email, call } = await withFactor();
    const reset = (of: number, password = PASSWORD) =>
      superadmin.call('POST', `user/${of}/second-factor/reset`, { password });
    expect((await reset(id, 'wrong')).status).toBe(400);
    expect((await reset(superadmin.id)).status).toBe(400);
    expect((await reset(999_999)).status).toBe(404);
    expect((await reset(id)).status).toBe(200);
    expect((await reset(id)).status).toBe(400);
    expect((await call('GET', 'auth/me')).status).toBe(401);
    expect((await signIn(email)).status).toBe(200);
    expect(await mailsTo(email)).toContain('The second factor of your Provost account was reset');
  });

  test('demands one of whoever holds money: open sessions and new ones are led to it first, and others are not', async () => {
    const superadmin = await newAdmin(['superadmin']);
    const [cashier, editor] = [await newAdmin(['money']), await newAdmin(['events'])];
    const has = await withFactor(['money']);
    const demand = (second_factor: string) =>
      superadmin.call('PATCH', 'security-settings', { second_factor });
    try {
      expect((await demand('money')).body.settings.second_factor).toBe('money');
      for (const { call } of [cashier, superadmin]) {
        expect(await call('GET', 'transactions')).toMatchObject({
          status: 403,
          body: { code: 'SECOND_FACTOR_NEEDED' },
        });
        expect((await call('GET', 'auth/me')).body.user.needs_second_factor).toBe(1);
      }
      expect((await editor.call('GET', 'lilt-events')).status).toBe(200);
      expect((await has.call('GET', 'transactions')).status).toBe(200);
      const { token } = (await signIn(cashier.email)).body;
      const headers = { authorization: `Bearer ${token}` };
      expect((await app().call('GET', 'transactions', undefined, headers)).status).toBe(403);
      const begun = await app().call('POST', 'account/one-time-codes', { password: PASSWORD }, headers);
      await app().call(
        'POST',
        'account/one-time-codes/confirm',
        { code: codeAt(begun.body.secret) },
        headers,
      );
      expect((await app().call('GET', 'transactions', undefined, headers)).status).toBe(200);
      // One that has shown no factor may be somebody's who knows the password alone.
      expect((await cashier.call('GET', 'auth/me')).status).toBe(401);
      // Taken away while signed in: back to where it is set up.
      await app().call('POST', 'account/one-time-codes/remove', { password: PASSWORD }, headers);
      expect((await app().call('GET', 'transactions', undefined, headers)).status).toBe(403);
    } finally {
      await db().updateTable('sessions').set({ needs_factor: false }).execute();
      await demand('nobody');
    }
  });

  test('demands one of whoever signs in while the settings are saved', async () => {
    const superadmin = await newAdmin(['superadmin']);
    const colleagues = await Promise.all(Array.from({ length: 8 }, () => newAdmin(['events'])));
    try {
      const demand = superadmin.call('PATCH', 'security-settings', { second_factor: 'everybody' });
      const answers = await Promise.all(colleagues.map(({ email }) => signIn(email)));
      await demand;
      for (const { body } of answers) {
        const headers = { authorization: `Bearer ${body.token}` };
        expect((await app().call('GET', 'lilt-events', undefined, headers)).status).toBe(403);
      }
    } finally {
      await db().updateTable('sessions').set({ needs_factor: false }).execute();
      await superadmin.call('PATCH', 'security-settings', { second_factor: 'nobody' });
    }
  });

  test('hears who has saved the settings before', async () => {
    const [one, two] = [await newAdmin(['superadmin']), await newAdmin(['superadmin'])];
    const { updated_at } = (await one.call('GET', 'security-settings')).body.settings;
    expect((await two.call('PATCH', 'security-settings', { idle_hours: 10, updated_at })).status).toBe(200);
    const late = await one.call('PATCH', 'security-settings', { idle_hours: 12, updated_at });
    expect(late).toMatchObject({ status: 409, body: { conflict: { changed_by: two.email } } });
    for (const wrong of [{ idle_hours: 0 }, { idle_hours: 73 }, { most_days: 91 }, { second_factor: 'some' }])
      expect((await one.call('PATCH', 'security-settings', wrong)).status, JSON.stringify(wrong)).toBe(400);
    await one.call('PATCH', 'security-settings', { idle_hours: 8 });
  });
});
