/** Tries with passkeys and their codes: what counts as wrong, what is told, and how many at once. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD, makeAdmin } from '../../../../test/factories.ts';
import { statusesOf, useTestApp } from '../../../../test/harness.ts';
import { SoftPasskey } from '../../../../test/peers/authenticator.ts';
import { useSignOn } from '../../../../test/sign-on/sign-on-world.ts';

const app = useTestApp();
const { db, settle, mailsTo } = useSignOn(app);

let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client(app().ownerUrl);
  await owner.connect();
});
afterAll(() => owner?.end());
beforeEach(async () => {
  await db().deleteFrom('sign_in_failures').execute();
  await db().deleteFrom('passkey_challenges').execute();
});

const begin = () => app().call('POST', 'auth/passkey/options', {});
const failures = async () => (await db().selectFrom('sign_in_failures').select('id').execute()).length;

async function withPasskey() {
  const admin = await makeAdmin(db(), { permissions: ['events'] });
  const call = await app().signedIn(admin.id);
  const passkey = new SoftPasskey((await call('POST', 'account/passkeys/options', {})).body.options);
  const added = await call('POST', 'account/passkeys', { passkey: passkey.made });
  expect(added.status).toBe(200);
  const signIn = async () =>
    app().call('POST', 'auth/passkey', { passkey: passkey.shown((await begin()).body.options) });
  return { ...admin, call, passkey, signIn, recovery_codes: added.body.recovery_codes as string[] };
}

describe('where passwords are shut', () => {
  test('a right passkey is refused each time, and counts as no wrong one', async () => {
    const { signIn } = await withPasskey();
    settle({ only: true, breakGlass: 'root@example.com' });
    for (let n = 0; n < 7; n += 1) expect((await signIn()).status).toBe(403);
    expect(await failures()).toBe(0);
    settle();
    expect((await signIn()).status).toBe(200);
  });

  test('nor does the right password of the broken glass, once it is no superadmin’s', async () => {
    const { email } = await makeAdmin(db(), { permissions: ['events'] });
    settle({ only: true, breakGlass: email });
    const signIn = (password: string) => app().call('POST', 'auth', { email, password });
    for (let n = 0; n < 7; n += 1) expect((await signIn(ADMIN_PASSWORD)).status).toBe(403);
    expect(await failures()).toBe(0);
    expect((await signIn('a wrong one')).status).toBe(401);
    expect(await failures()).toBe(1);
  });

  test('a passkey proves no session either', async () => {
    const { call, passkey } = await withPasskey();
    const { options } = (await call('POST', 'auth/step-up/passkey/options', {})).body;
    settle({ only: true, breakGlass: 'root@example.com' });
    expect((await call('POST', 'auth/step-up/passkey/options', {})).status).toBe(403);
    const shown = await call('POST', 'auth/step-up/passkey', { passkey: passkey.shown(options) });
    expect(shown.status).toBe(403);
  });
});

test('the owner of passkeys alone is mailed of five wrong recovery codes in a row', async () => {
  const { email, recovery_codes } = await withPasskey();
  const told = async () =>
    (await mailsTo(email)).filter((subject) => subject === 'Wrong codes for your Provost account').length;
  const enter = async (code: string) => {
    await db().deleteFrom('sign_in_failures').execute();
    return (await app().call('POST', 'auth', { email, password: ADMIN_PASSWORD, code })).status;
  };
  for (let n = 0; n < 4; n += 1) expect(await enter('AAAAA-AAAAA')).toBe(401);
  expect(await told()).toBe(0);
  expect(await enter(recovery_codes[0] ?? '')).toBe(200);
  for (let n = 0; n < 4; n += 1) await enter('AAAAA-AAAAA');
  expect(await told(), 'a right one ends the row').toBe(0);
  await enter('123456');
  expect(await told()).toBe(1);
});

test('thirty challenges of a network at once are its most, and take no place of those who sign in', async () => {
  const { email } = await makeAdmin(db(), { permissions: ['events'] });
  const name = `'passkey challenges of network 127.0.0.1'`;
  await owner.query(`select pg_advisory_lock(hashtextextended(${name}, 0))`);
  const asked = Array.from({ length: 40 }, () => begin());
  const refused = await Promise.all(asked.slice(30));
  expect(new Set(statusesOf(refused))).toEqual(new Set([429]));
  await owner.query(`select pg_advisory_unlock(hashtextextended(${name}, 0))`);
  const signedIn = app().call('POST', 'auth', { email, password: ADMIN_PASSWORD });
  expect(statusesOf(await Promise.all(asked.slice(0, 30)))).toEqual(Array(30).fill(200));
  expect((await signedIn).status).toBe(200);
});
