import fc from 'fast-check';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../../../../server/passwords/password-hashes.ts';
import { makeAdmin } from '../../../../test/factories.ts';
import { statusesOf, useTestApp } from '../../../../test/harness.ts';
import { type Faults, SoftPasskey } from '../../../../test/peers/authenticator.ts';
import { until } from '../../../../test/until.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

const PASSWORD = 'correct horse';
let passwordHash: Promise<string> | undefined;

type Permissions = Parameters<typeof makeAdmin>[1]['permissions'];

async function newAdmin(permissions: Permissions = ['events']) {
  passwordHash ??= hashPassword(PASSWORD, 'test');
  const admin = await makeAdmin(db(), { permissions, password_hash: await passwordHash });
  return { ...admin, call: await app().signedIn(admin.id) };
}
type Admin = Awaited<ReturnType<typeof newAdmin>>;

async function begun({ call }: Pick<Admin, 'call'>) {
  const answer = await call('POST', 'account/passkeys/options', {});
  expect(answer.status).toBe(200);
  return answer.body.options;
}

async function add(admin: Pick<Admin, 'call'>, faults: Faults & { counts?: boolean } = {}) {
  const passkey = new SoftPasskey(await begun(admin), faults);
  const answer = await admin.call('POST', 'account/passkeys', { passkey: passkey.made });
  return { passkey, answer };
}

async function withPasskey({
  counts = false,
  permissions,
}: {
  counts?: boolean;
  permissions?: Permissions;
} = {}) {
  const admin = await newAdmin(permissions);
  const { passkey, answer } = await add(admin, { counts });
  expect(answer.status).toBe(200);
  return {
    ...admin,
    passkey,
    recovery_codes: answer.body.recovery_codes as [string, string, string, ...string[]],
  };
}

const signInOptions = async () => (await app().call('POST', 'auth/passkey/options', {})).body.options;
const signIn = (passkey: unknown, headers = {}) => app().call('POST', 'auth/passkey', { passkey }, headers);
const withPassword = (email: string, more: object = {}) =>
  app().call('POST', 'auth', { email, password: PASSWORD, ...more });
const listOf = async ({ call }: Pick<Admin, 'call'>) =>
  (await call('GET', 'account/passkeys')).body.passkeys as {
    id: number;
    name: string;
    last_used_at: string;
  }[];
const sessionsOf = async (admin_id: number) =>
  (await db().selectFrom('sessions').select('id').where('admin_id', '=', admin_id).execute()).length;
const expire = () =>
  db()
    .updateTable('passkey_challenges')
    .set({ expires_at: sql<string>`provost_now() - interval '1 second'` })
    .execute();

async function mailsTo(to_address: string) {
  const mails = await db()
    .selectFrom('mails')
    .select('subject')
    .where('to_address', '=', to_address)
    .execute();
  return mails.map(({ subject }) => subject);
}

async function makeUnproven(admin_id: number) {
  const proven_at = sql<string>`provost_now() - interval '1 hour'`;
  await db().updateTable('sessions').set({ proven_at }).where('admin_id', '=', admin_id).execute();
}

beforeEach(async () => {
  await db().deleteFrom('sign_in_failures').execute();
  await db().deleteFrom('passkey_challenges').execute();
});

describe('a passkey', () => {
  test('is added with a name of the browser; recovery codes come with the first factor, the owner is mailed', async () => {
    const admin = await newAdmin();
    const first = await add(admin);
    expect(first.answer.body.recovery_codes).toHaveLength(10);
    expect(first.answer.body.second_factor).toEqual({
      since: null,
      passkeys: 1,
      recovery_codes_left: 10,
      demanded: 0,
    });
    const second = await add(admin);
    expect(second.answer.body.recovery_codes).toEqual([]);
    const [name = '', next] = (await listOf(admin)).map((passkey) => passkey.name);
    expect(next).toBe(`${name} 2`);
    expect(await mailsTo(admin.email)).toEqual([
      'A passkey was added to your Provost account',
      'A passkey was added to your Provost account',
    ]);
  });

  const faults: Record<string, Faults> = {
    'another origin': { origin: 'https://localhost:4000' },
    'another host': { host: 'example.com' },
    'another challenge': { challenge: 'AAAA' },
    'another ceremony': { type: 'webauthn.get' },
    'a page within another site': { crossOrigin: true },
    'nobody verified': { unverified: true },
    'a certificate that leads elsewhere': { format: 'packed' },
  };
  test.each(Object.entries(faults))('is refused when made with %s', async (_, fault) => {
    const admin = await newAdmin();
    const { answer } = await add(admin, fault);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'passkey' }] } });
    expect(await listOf(admin)).toEqual([]);
  });

  test('is made for a challenge once, in five minutes, in the session that began, and by no other purpose', async () => {
    const admin = await withPasskey();
    const adding = (call: Admin['call'], options: unknown) =>
      call('POST', 'account/passkeys', { passkey: new SoftPasskey(options).made });
    const spent = await begun(admin);
    expect(statusesOf(await Promise.all([1, 2, 3].map(() => adding(admin.call, spent))))).toEqual([
      200, 400, 400,
    ]);
    const theirs = await begun(admin);
    const other = await app().signedIn(admin.id);
    expect((await adding(other, theirs)).status).toBe(400);
    expect((await adding(admin.call, theirs)).status).toBe(200);
    const { user } = theirs;
    for (const path of ['auth/passkey/options', 'auth/step-up/passkey/options']) {
      const { options } = (await admin.call('POST', path, {})).body;
      expect((await adding(admin.call, { ...options, user })).status, path).toBe(400);
    }
    const late = await begun(admin);
    await expire();
    expect((await adding(admin.call, late)).status).toBe(400);
    expect(await listOf(admin)).toHaveLength(3);
  });

  test('stands once among all accounts', async () => {
    const [one, two] = [await withPasskey(), await newAdmin()];
    const copy = new SoftPasskey(await begun(two));
    await db()
      .updateTable('passkeys')
      .set({ credential_id: Buffer.from(copy.id, 'base64url') })
      .where('admin_id', '=', one.id)
      .execute();
    expect((await two.call('POST', 'account/passkeys', { passkey: copy.made })).status).toBe(400);
    expect(await listOf(two)).toEqual([]);
  });

  test('is one of twenty at most, also when more are added at once', async () => {
    const admin = await newAdmin();
    const options = await Promise.all(Array.from({ length: 24 }, () => begun(admin)));
    const answers = await Promise.all(
      options.map((each) =>
        admin.call('POST', 'account/passkeys', { passkey: new SoftPasskey(each).made, name: 'One of many' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.flatMap(({ body }) => body.recovery_codes ?? [])).toHaveLength(10);
    expect((await admin.call('POST', 'account/passkeys/options', {})).status).toBe(400);
  });

  test('is renamed and removed by its owner alone', async () => {
    const [owner, other] = [await withPasskey(), await newAdmin()];
    const [{ id } = { id: 0 }] = await listOf(owner);
    expect((await other.call('PATCH', `account/passkeys/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await other.call('DELETE', `account/passkeys/${id}`)).status).toBe(404);
    expect((await owner.call('PATCH', `account/passkeys/${id}`, { name: '  ' })).status).toBe(400);
    expect((await owner.call('PATCH', `account/passkeys/${id}`, { name: 'Desk' })).status).toBe(200);
    expect((await listOf(owner)).map(({ name }) => name)).toEqual(['Desk']);
    expect((await owner.call('DELETE', `account/passkeys/${id}`)).status).toBe(200);
    expect((await owner.call('DELETE', `account/passkeys/${id}`)).status).toBe(404);
    expect(await mailsTo(owner.email)).toContain('A passkey of your Provost account was removed');
    expect((await signIn(owner.passkey.shown(await signInOptions()))).status).toBe(401);
    expect((await withPassword(owner.email)).status).toBe(200);
  });

  test('is asked for, added and removed only by whoever has just proven who they are', async () => {
    const admin = await withPasskey();
    const [{ id } = { id: 0 }] = await listOf(admin);
    await makeUnproven(admin.id);
    expect((await admin.call('POST', 'account/passkeys/options', {})).body.code).toBe('STEP_UP');
    expect((await admin.call('DELETE', `account/passkeys/${id}`)).body.code).toBe('STEP_UP');
  });

  test.each(['http://127.0.0.1:4000', 'http://[::1]:4000', 'http://provost.example.com'])(
    'is not offered at %s',
    async (publicUrl) => {
      const admin = await withPasskey();
      const shown = admin.passkey.shown(await signInOptions());
      const { config } = app().platform;
      const before = config.publicUrl;
      try {
        config.publicUrl = publicUrl;
        expect((await app().call('GET', 'auth/passkey')).body).toEqual({ origin: null });
        expect((await admin.call('GET', 'account/passkeys')).body.origin).toBeNull();
        expect((await app().call('POST', 'auth/passkey/options', {})).status).toBe(400);
        expect((await admin.call('POST', 'account/passkeys/options', {})).status).toBe(400);
        expect((await admin.call('POST', 'auth/step-up/passkey/options', {})).status).toBe(400);
        expect((await signIn(shown)).status).toBe(400);
      } finally {
        config.publicUrl = before;
      }
    },
  );
});

describe('signing in by a passkey', () => {
  test('opens a session alone, tells when it was used, and mails of a new device', async () => {
    const admin = await withPasskey();
    await withPassword(admin.email, { code: admin.recovery_codes[0] });
    const shown = admin.passkey.shown(await signInOptions());
    const answer = await signIn(shown, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' });
    expect(answer).toMatchObject({ status: 200, body: { user: { id: admin.id } } });
    expect(answer.headers['set-cookie']).toEqual(
      expect.arrayContaining([expect.stringMatching(/^provost_refresh=.+HttpOnly; SameSite=Strict/)]),
    );
    const headers = { authorization: `Bearer ${answer.body.token}` };
    expect((await app().call('GET', 'auth/me', undefined, headers)).status).toBe(200);
    expect((await listOf(admin))[0]?.last_used_at).toEqual(expect.any(String));
    expect(await mailsTo(admin.email)).toContain('New sign-in to your Provost account');
    const entries = await db()
      .selectFrom('audit_entries')
      .select('action')
      .where('admin_id', '=', admin.id)
      .where('entity', '=', 'session')
      .execute();
    expect(entries.filter(({ action }) => action === 'sign_in')).toHaveLength(2);
  });

  test('of twenty at once with one answer, one opens a session; sent again it opens none', async () => {
    const admin = await withPasskey();
    const before = await sessionsOf(admin.id);
    const shown = admin.passkey.shown(await signInOptions());
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(shown)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await db().deleteFrom('sign_in_failures').execute();
    expect((await signIn(shown)).status).toBe(401);
    expect(await sessionsOf(admin.id)).toBe(before + 1);
  });

  const faults: Record<string, Faults> = {
    'another origin': { origin: 'http://127.0.0.1:4000' },
    'another host': { host: '127.0.0.1' },
    'a challenge of its own': { challenge: 'AAAA' },
    'another ceremony': { type: 'webauthn.create' },
    'a page within another site': { crossOrigin: true },
    'nobody verified': { unverified: true },
    'the handle of nobody': { user_handle: 'AAAA' },
    'no handle': { user_handle: undefined },
  };
  test.each(Object.entries(faults))('is refused with %s', async (_, fault) => {
    const admin = await withPasskey();
    const before = await sessionsOf(admin.id);
    expect((await signIn(admin.passkey.shown(await signInOptions(), fault))).status).toBe(401);
    expect(await sessionsOf(admin.id)).toBe(before);
    expect((await signIn(admin.passkey.shown(await signInOptions()))).status).toBe(200);
  });

  test('is refused with the signature of another passkey, also of the same account', async () => {
    const [one, two] = [await withPasskey(), await withPasskey()];
    const { passkey: third } = await add(one);
    for (const other of [two.passkey, third]) {
      const options = await signInOptions();
      const { signature } = other.shown(options);
      expect((await signIn({ ...one.passkey.shown(options), signature })).status).toBe(401);
    }
  });

  test('is refused for challenges that are old, of a registration or of a step-up', async () => {
    const admin = await withPasskey();
    const step = (await admin.call('POST', 'auth/step-up/passkey/options', {})).body.options;
    for (const options of [await begun(admin), step])
      expect((await signIn(admin.passkey.shown(options))).status).toBe(401);
    const old = await signInOptions();
    await expire();
    expect((await signIn(admin.passkey.shown(old))).status).toBe(401);
  });

  test('is refused once the counter stands still or goes back, as that of a copy does', async () => {
    const { passkey } = await withPasskey({ counts: true });
    expect((await signIn(passkey.shown(await signInOptions(), { counter: 7 }))).status).toBe(200);
    for (const counter of [7, 6, 0])
      expect((await signIn(passkey.shown(await signInOptions(), { counter }))).status, `${counter}`).toBe(
        401,
      );
    expect((await signIn(passkey.shown(await signInOptions(), { counter: 8 }))).status).toBe(200);
    const synced = await withPasskey();
    for (let n = 0; n < 2; n++)
      expect((await signIn(synced.passkey.shown(await signInOptions()))).status).toBe(200);
  });

  test('opens nothing for an account that is removed, and records who was refused', async () => {
    const admin = await withPasskey();
    await db()
      .updateTable('admins')
      .set({ deleted_at: sql<string>`provost_now()` })
      .where('id', '=', admin.id)
      .execute();
    expect((await signIn(admin.passkey.shown(await signInOptions()))).status).toBe(401);
    await until(async () =>
      expect(
        await db()
          .selectFrom('audit_entries')
          .select('entity_id')
          .where('action', '=', 'sign_in_failed')
          .where('entity_id', '=', String(admin.id))
          .execute(),
      ).toHaveLength(1),
    );
  });

  test('waits after wrong ones as after wrong passwords, which themselves stay free', async () => {
    const admin = await withPasskey();
    const wrong = async () => signIn(admin.passkey.shown(await signInOptions(), { unverified: true }));
    const tries = [];
    for (let n = 0; n < 10; n++) tries.push(await wrong());
    expect(statusesOf(tries)).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429, 429]);
    expect((await signIn(admin.passkey.shown(await signInOptions()))).status).toBe(429);
    expect((await withPassword(admin.email)).body.code).toBe('SECOND_FACTOR');
  });

  test('no rubbish opens anything or breaks anything', async () => {
    const { passkey } = await withPasskey();
    const word = fc.stringMatching(/^[\w-]{1,200}$/);
    const fields = fc.record(
      { id: word, client_data: word, authenticator_data: word, signature: word, user_handle: word },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fields, async (changed) => {
        fc.pre(Object.keys(changed).length > 0);
        await db().deleteFrom('sign_in_failures').execute();
        const shown = { ...passkey.shown(await signInOptions()), ...changed };
        expect((await signIn(shown)).status).toBe(401);
      }),
      { numRuns: 40 },
    );
  });

  test('leaves room for so many challenges of a network, and forgets old ones', async () => {
    const asking = () => app().call('POST', 'auth/passkey/options', {});
    const answers = [];
    for (let n = 0; n < 4; n += 1) answers.push(...(await Promise.all(Array.from({ length: 26 }, asking))));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
    await expire();
    expect((await asking()).status).toBe(200);
    const { left } = await db()
      .selectFrom('passkey_challenges')
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .executeTakeFirstOrThrow();
    expect(Number(left)).toBe(1);
  });
});

describe('as a second factor, a passkey', () => {
  test('is asked for after the password, which alone opens nothing; the answer says what there is', async () => {
    const admin = await withPasskey();
    const asked = await withPassword(admin.email);
    expect(asked).toMatchObject({
      status: 401,
      body: { code: 'SECOND_FACTOR', factors: ['passkey', 'recovery_code'] },
    });
    const passkey = admin.passkey.shown(await signInOptions());
    expect((await withPassword(admin.email, { passkey, code: '123456' })).status).toBe(400);
    expect((await withPassword(admin.email, { passkey })).status).toBe(200);
    expect(await withPassword(admin.email, { passkey })).toMatchObject({
      status: 401,
      body: { code: 'SECOND_FACTOR' },
    });
    expect((await withPassword(admin.email, { code: '123456' })).status).toBe(401);
    expect((await withPassword(admin.email, { code: admin.recovery_codes[0] })).status).toBe(200);
  });

  test('of another account opens nothing, and the other not either', async () => {
    const [one, two] = [await withPasskey(), await withPasskey()];
    const before = [await sessionsOf(one.id), await sessionsOf(two.id)];
    const passkey = two.passkey.shown(await signInOptions());
    expect(await withPassword(one.email, { passkey })).toMatchObject({
      status: 401,
      body: { code: 'SECOND_FACTOR' },
    });
    expect([await sessionsOf(one.id), await sessionsOf(two.id)]).toEqual(before);
  });

  test('shares recovery codes with one-time codes, and keeps them while either is left', async () => {
    const admin = await withPasskey();
    const [first, second, third] = admin.recovery_codes;
    const { secret } = (await admin.call('POST', 'account/one-time-codes', { password: PASSWORD })).body;
    const code = new TOTP({ secret }).generate();
    const confirmed = await admin.call('POST', 'account/one-time-codes/confirm', { code });
    expect(confirmed).toMatchObject({ status: 200, body: { recovery_codes: [] } });
    expect((await withPassword(admin.email)).body.factors).toEqual([
      'one_time_code',
      'passkey',
      'recovery_code',
    ]);
    expect((await withPassword(admin.email, { code: first })).status).toBe(200);
    await admin.call('POST', 'account/one-time-codes/remove', { password: PASSWORD });
    expect((await withPassword(admin.email, { code: second })).status).toBe(200);
    const [{ id } = { id: 0 }] = await listOf(admin);
    await admin.call('DELETE', `account/passkeys/${id}`);
    expect((await withPassword(admin.email)).status).toBe(200);
    const { second_factor } = (await admin.call('GET', 'account/second-factor')).body;
    expect(second_factor).toMatchObject({ passkeys: 0, recovery_codes_left: 0 });
    expect((await add(admin)).answer.body.recovery_codes).not.toContain(third);
  });

  test('is reset by a superadmin with all others: the sessions end, and it opens nothing any more', async () => {
    const superadmin = await newAdmin(['superadmin']);
    const admin = await withPasskey();
    await add(admin);
    expect((await superadmin.call('GET', `user/${admin.id}/sessions`)).body).toMatchObject({
      second_factor_since: null,
      passkeys: 2,
    });
    const options = await signInOptions();
    const reset = await superadmin.call('POST', `user/${admin.id}/second-factor/reset`, {
      password: PASSWORD,
    });
    expect(reset.status).toBe(200);
    expect((await admin.call('GET', 'auth/me')).status).toBe(401);
    expect((await signIn(admin.passkey.shown(options))).status).toBe(401);
    expect((await withPassword(admin.email)).status).toBe(200);
    expect(await mailsTo(admin.email)).toContain('The second factor of your Provost account was reset');
  });

  test('satisfies a demand; without the last one, sessions are led to set one up', async () => {
    const superadmin = await withPasskey({ permissions: ['superadmin'] });
    const cashier = await newAdmin(['money']);
    const demand = (second_factor: string) =>
      superadmin.call('PATCH', 'security-settings', { second_factor });
    try {
      const { without_factor } = (await demand('nobody')).body;
      expect(without_factor).toBe(0);
      expect((await demand('money')).status).toBe(200);
      expect((await superadmin.call('GET', 'transactions')).status).toBe(200);
      expect((await cashier.call('GET', 'transactions')).status).toBe(403);
      const { passkey } = await add(cashier);
      expect((await cashier.call('GET', 'transactions')).status).toBe(200);
      const { token } = (await signIn(passkey.shown(await signInOptions()))).body;
      const headers = { authorization: `Bearer ${token}` };
      expect((await app().call('GET', 'transactions', undefined, headers)).status).toBe(200);
      await add(cashier);
      const [one, two] = await listOf(cashier);
      await cashier.call('DELETE', `account/passkeys/${one?.id}`);
      expect((await cashier.call('GET', 'transactions')).status).toBe(200);
      await cashier.call('DELETE', `account/passkeys/${two?.id}`);
      expect((await cashier.call('GET', 'transactions')).status).toBe(403);
      expect((await app().call('GET', 'transactions', undefined, headers)).status).toBe(403);
    } finally {
      await db().updateTable('sessions').set({ needs_factor: false }).execute();
      await demand('nobody');
    }
  });

  test('the last two removed at once leave sessions that are led to set one up', async () => {
    const superadmin = await withPasskey({ permissions: ['superadmin'] });
    const cashier = await withPasskey({ permissions: ['money'] });
    await add(cashier);
    const demand = (second_factor: string) =>
      superadmin.call('PATCH', 'security-settings', { second_factor });
    try {
      await demand('money');
      const both = (await listOf(cashier)).map(({ id }) => cashier.call('DELETE', `account/passkeys/${id}`));
      expect(statusesOf(await Promise.all(both))).toEqual([200, 200]);
      expect((await cashier.call('GET', 'transactions')).status).toBe(403);
    } finally {
      await db().updateTable('sessions').set({ needs_factor: false }).execute();
      await demand('nobody');
    }
  });
});

describe('stepping up by a passkey', () => {
  const optionsFor = async ({ call }: Pick<Admin, 'call'>) =>
    (await call('POST', 'auth/step-up/passkey/options', {})).body.options;
  const step = ({ call }: Pick<Admin, 'call'>, passkey: unknown) =>
    call('POST', 'auth/step-up/passkey', { passkey });
  const isProven = async ({ call }: Pick<Admin, 'call'>) => (await call('GET', 'auth/proven')).status === 200;

  test('names the account’s own, and lets what was begun go on, in this session alone', async () => {
    const admin = await withPasskey();
    const other = { call: await app().signedIn(admin.id) };
    await makeUnproven(admin.id);
    const options = await optionsFor(admin);
    expect(options.allowCredentials).toMatchObject([{ id: admin.passkey.id, transports: ['internal'] }]);
    const shown = admin.passkey.shown(options, { user_handle: undefined });
    expect((await step(admin, shown)).status).toBe(200);
    expect([await isProven(admin), await isProven(other)]).toEqual([true, false]);
    expect((await step(admin, shown)).status).toBe(400);
  });

  test('of two tabs at once both are heard', async () => {
    const admin = await withPasskey();
    await makeUnproven(admin.id);
    const options = await Promise.all([optionsFor(admin), optionsFor(admin)]);
    const answers = await Promise.all(options.map((each) => step(admin, admin.passkey.shown(each))));
    expect(statusesOf(answers)).toEqual([200, 200]);
    expect(await isProven(admin)).toBe(true);
  });

  test('is refused for challenges of another session, purpose and time, and for passkeys of another account', async () => {
    const [admin, stranger] = [await withPasskey(), await withPasskey()];
    const other = { call: await app().signedIn(admin.id) };
    await makeUnproven(admin.id);
    const old = await optionsFor(admin);
    await expire();
    const wrong = [
      admin.passkey.shown(old),
      admin.passkey.shown(await optionsFor(other)),
      admin.passkey.shown(await signInOptions()),
      stranger.passkey.shown(await optionsFor(admin)),
    ];
    for (const shown of wrong) expect((await step(admin, shown)).status).toBe(400);
    expect(await isProven(admin)).toBe(false);
    await db().deleteFrom('sign_in_failures').execute();
    expect((await step(other, admin.passkey.shown(await optionsFor(admin)))).status).toBe(400);
    expect((await step(admin, admin.passkey.shown(await optionsFor(admin)))).status).toBe(200);
  });

  test('counts wrong ones as wrong passwords, apart from those of strangers', async () => {
    const admin = await withPasskey();
    await makeUnproven(admin.id);
    for (let n = 0; n < 5; n++)
      expect(
        (await step(admin, admin.passkey.shown(await optionsFor(admin), { unverified: true }))).status,
      ).toBe(400);
    expect((await step(admin, admin.passkey.shown(await optionsFor(admin)))).status).toBe(429);
    expect((await admin.call('POST', 'auth/step-up', { password: PASSWORD })).status).toBe(429);
    expect((await signIn(admin.passkey.shown(await signInOptions()))).status).toBe(200);
  });

  test('ends with the factor: one that was removed or reset proves nothing', async () => {
    const admin = await withPasskey();
    const shown = admin.passkey.shown(await optionsFor(admin));
    const [{ id } = { id: 0 }] = await listOf(admin);
    expect((await admin.call('DELETE', `account/passkeys/${id}`)).status).toBe(200);
    await makeUnproven(admin.id);
    expect((await step(admin, shown)).status).toBe(400);
    expect((await admin.call('POST', 'auth/step-up/passkey/options', {})).status).toBe(400);
    expect(await isProven(admin)).toBe(false);
  });
});
