import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { goThrough } from '../../../../test/sign-on/sign-on-provider.ts';
import { reasonIn, type SignOnBrowser, useSignOn } from '../../../../test/sign-on/sign-on-world.ts';

const app = useTestApp();
const { db, provider, settle, someone, sessionsOf, mailsTo, browser } = useSignOn(app);
const PASSWORDS_SHUT = "Passwords don't work here. Use single sign-on.";

beforeEach(async () => {
  await db().deleteFrom('sign_in_failures').execute();
});

const an_hour_ago = sql<string>`provost_now() - interval '1 hour'`;
const forget = (admin_id: number) =>
  db().updateTable('sessions').set({ proven_at: an_hour_ago }).where('admin_id', '=', admin_id).execute();

/** Signed in by the provider an hour ago. */
async function signedOn(rights?: Parameters<typeof someone>[0]) {
  const person = await someone(rights);
  const own = browser();
  expect(await own.signOn(person.name)).toBe('/');
  const session = await own.session();
  if (!session) throw new Error('not signed in');
  await forget(person.id);
  return { ...person, own, ...session };
}

async function again(own: SignOnBrowser, call: Call, name: string | null, to?: string): Promise<string> {
  const { status, body } = await call('POST', 'auth/sso/step-up', { to });
  expect(status).toBe(200);
  return own.comeBack(await goThrough(body.address, name, own.there));
}
type Call = NonNullable<Awaited<ReturnType<SignOnBrowser['session']>>>['call'];

describe('stepping up at the provider', () => {
  test('proves the session, and leads back', async () => {
    const { own, call, name } = await signedOn();
    expect((await call('GET', 'auth/proven')).body.code).toBe('STEP_UP');
    expect(await again(own, call, name, '/payouts?page=2')).toBe('/confirmed?to=%2Fpayouts%3Fpage%3D2');
    expect((await call('GET', 'auth/proven')).status).toBe(200);
  });

  test('asks the person anew, who is signed in there', async () => {
    const { own, call, name } = await signedOn();
    const { body } = await call('POST', 'auth/sso/step-up', {});
    const asked = new URL(body.address).searchParams;
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0']);
    // Whoever takes the question out of the address is not asked, and proves nothing.
    const silent = new URL(body.address);
    silent.searchParams.delete('prompt');
    silent.searchParams.set('max_age', '86400');
    await db()
      .updateTable('sign_on_attempts')
      .set({ begun_at: sql`provost_now() + interval '5 minutes'` })
      .execute();
    const location = await own.comeBack(await goThrough(silent.href, name, own.there));
    expect(reasonIn(location)).toBe('not_now');
    expect((await call('GET', 'auth/proven')).status).toBe(401);
  });

  test('by another person, by nobody or for a session that has ended proves nothing', async () => {
    const { own, call, name, id } = await signedOn();
    const other = await someone();
    own.there.cookies.clear();
    expect(reasonIn(await again(own, call, other.name))).toBe('not_you');
    own.there.cookies.clear();
    expect(reasonIn(await again(own, call, null))).toBe('cancelled');
    expect((await call('GET', 'auth/proven')).status).toBe(401);
    const { body } = await call('POST', 'auth/sso/step-up', {});
    const url = await goThrough(body.address, name, own.there);
    await db()
      .updateTable('sessions')
      .set({ ended_at: sql`provost_now()` })
      .where('admin_id', '=', id)
      .execute();
    expect(reasonIn(await own.comeBack(url))).toBe('signed_out');
    expect(await sessionsOf(id)).toHaveLength(1);
  });

  test('is begun 60 times in 15 minutes, by each account for itself', async () => {
    const { call } = await signedOn();
    const colleague = await signedOn();
    const begun: number[] = [];
    for (let times = 0; times < 60; times += 1)
      begun.push((await call('POST', 'auth/sso/step-up', {})).status);
    expect(new Set(begun)).toEqual(new Set([200]));
    const { status, body } = await call('POST', 'auth/sso/step-up', {});
    expect([status, body.message]).toEqual([
      429,
      expect.stringMatching(/^Too many confirmations were begun/),
    ]);
    expect(body.retry_after).toBeGreaterThan(0);
    expect((await colleague.call('POST', 'auth/sso/step-up', {})).status).toBe(200);
  });

  test('opens no session, and a sign-in proves no other one', async () => {
    const { own, call, name, id } = await signedOn();
    await again(own, call, name);
    expect(await sessionsOf(id)).toHaveLength(1);
    await forget(id);
    expect(await browser().signOn(name)).toBe('/');
    expect((await call('GET', 'auth/proven')).status).toBe(401);
  });
});

describe('where passwords are shut', () => {
  async function shut() {
    const superadmin = await someone({ permissions: ['superadmin'] });
    settle({ only: true, breakGlass: superadmin.email });
    return superadmin;
  }

  test('none opens an account but that of the broken glass', async () => {
    const superadmin = await shut();
    const { email } = await someone();
    const refused = await app().call('POST', 'auth', { email, password: ADMIN_PASSWORD });
    expect([refused.status, refused.body.message]).toEqual([403, PASSWORDS_SHUT]);
    const { status, body } = await app().call('POST', 'auth', {
      email: superadmin.email,
      password: ADMIN_PASSWORD,
    });
    expect([status, body.user?.has_password]).toEqual([200, 1]);
    expect((await app().call('GET', 'auth/sso')).body).toEqual({ offered: 1, only: 1 });
  });

  test('not even that one, once it is no superadmin', async () => {
    const { id, email } = await shut();
    await db()
      .updateTable('admins')
      .set({ permissions: ['events'] })
      .where('id', '=', id)
      .execute();
    const { status } = await app().call('POST', 'auth', { email, password: ADMIN_PASSWORD });
    expect(status).toBe(403);
  });

  test('none is recovered, set by a link or chosen at an invitation', async () => {
    const superadmin = await shut();
    const { id, email } = await someone();
    const asked = await app().call('POST', 'recover-password', { email });
    expect([asked.status, asked.body.message]).toEqual([403, PASSWORDS_SHUT]);
    expect((await app().call('POST', 'recover-password', { email: superadmin.email })).status).toBe(200);
    await db()
      .insertInto('password_resets')
      .values({
        token_hash: sql`sha256('a link of before')`,
        admin_id: id,
        expires_at: sql`provost_now() + interval '1 hour'`,
      })
      .execute();
    const password = 'battery staple by far';
    const set = await app().call('POST', 'change-password', { token: 'a link of before', password });
    expect([set.status, set.body.message]).toEqual([403, PASSWORDS_SHUT]);
    expect(await mailsTo(email)).toEqual([]);
  });

  test('none proves a session, and what asks for the own password asks the provider', async () => {
    await shut();
    const { own, call, name, user } = await signedOn({ permissions: ['superadmin'] });
    expect(user.has_password).toBe(0);
    const stepped = await call('POST', 'auth/step-up', { password: ADMIN_PASSWORD });
    expect([stepped.status, stepped.body.message]).toEqual([403, PASSWORDS_SHUT]);
    for (const body of [{}, { password: ADMIN_PASSWORD }]) {
      const asked = await call('POST', 'account/one-time-codes', body);
      expect([asked.status, asked.body.code]).toEqual([401, 'STEP_UP']);
    }
    await again(own, call, name);
    expect((await call('POST', 'account/one-time-codes', {})).status).toBe(200);
  });

  test('the provider opens accounts as before', async () => {
    await shut();
    const { name } = await someone();
    expect(await browser().signOn(name)).toBe('/');
    expect(provider().asked.length).toBeGreaterThan(0);
  });
});
