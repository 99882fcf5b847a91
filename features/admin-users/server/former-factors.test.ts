/** What becomes of the ways into an account that somebody else changes. */
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import type { Permission } from '../../../core/access.ts';
import { ADMIN_PASSWORD, makeAdmin } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import { SoftPasskey } from '../../../test/peers/authenticator.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
const call = (...given: Parameters<ReturnType<typeof app>['call']>) => app().call(...given);

/** An account that shows a passkey or a code beside its password. */
async function withFactors(permissions: Permission[] = ['events']) {
  const admin = await makeAdmin(db(), { permissions });
  const own = await app().signedIn(admin.id);
  const { options } = (await own('POST', 'account/passkeys/options', {})).body;
  const passkey = new SoftPasskey(options);
  expect(
    (await own('POST', 'account/passkeys', { passkey: passkey.made, name: 'Key of before' })).status,
  ).toBe(200);
  const { secret } = (await own('POST', 'account/one-time-codes', { password: ADMIN_PASSWORD })).body;
  const code = new TOTP({ secret }).generate();
  expect((await own('POST', 'account/one-time-codes/confirm', { code })).status).toBe(200);
  const signInByPasskey = async () => {
    const begun = (await call('POST', 'auth/passkey/options', {})).body.options;
    return (await call('POST', 'auth/passkey', { passkey: passkey.shown(begun) })).status;
  };
  return { ...admin, own, signInByPasskey };
}

const subjectsTo = async (address: string) =>
  (
    await db()
      .selectFrom('mails')
      .select(['body_text'])
      .where('to_address', '=', address)
      .orderBy('id')
      .execute()
  ).map(({ body_text }) => body_text);
const emailOf = (email: string) => ({ user_data: { email: `moved-${email}` } });

test('an email that a superadmin changes takes passkeys and codes of whoever had the one before, and mails both', async () => {
  const superadmin = await app().as({ permissions: ['superadmin'] });
  const { id, email, own, signInByPasskey } = await withFactors();
  expect(await signInByPasskey()).toBe(200);
  expect((await superadmin('PATCH', `user/${id}`, emailOf(email))).status).toBe(200);
  expect((await own('GET', 'auth/me')).status).toBe(401);
  expect(await signInByPasskey()).toBe(401);
  const signedIn = await call('POST', 'auth', { email: `moved-${email}`, password: ADMIN_PASSWORD });
  expect(signedIn.status).toBe(200);
  const kept = await db()
    .selectFrom('recovery_codes')
    .select('admin_id')
    .where('admin_id', '=', id)
    .execute();
  expect(kept).toEqual([]);
  for (const address of [email, `moved-${email}`])
    expect((await subjectsTo(address)).at(-1)).toContain(
      '- Second factor and passkeys: removed with the email',
    );
  const entries = db()
    .selectFrom('audit_entries')
    .select(['action', 'admin_id'])
    .where('entity', '=', 'admin');
  const actions = await entries.where('entity_id', '=', String(id)).orderBy('id').execute();
  expect(actions.slice(-2)).toEqual([
    { action: 'reset_second_factor', admin_id: superadmin.admin_id },
    { action: 'update', admin_id: superadmin.admin_id },
  ]);
});

test('whoever is no superadmin changes no email of an account with a factor, and gets round none', async () => {
  const colleague = await app().as({ permissions: ['admins', 'events'] });
  const { id, email, own, signInByPasskey } = await withFactors();
  const refused = await colleague('PATCH', `user/${id}`, emailOf(email));
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'This admin user has a second factor. Only a superadmin can change the email',
  ]);
  expect((await own('GET', 'auth/me')).status).toBe(200);
  expect(await signInByPasskey()).toBe(200);
  const { id: plain, email: address } = await makeAdmin(db(), { permissions: ['events'] });
  expect((await colleague('PATCH', `user/${plain}`, emailOf(address))).status).toBe(200);
});

test('a password that others set ends the sessions and leaves the factors, which the mail names', async () => {
  const colleague = await app().as({ permissions: ['admins', 'events'] });
  const { id, email, own, signInByPasskey } = await withFactors();
  const password = 'set by a colleague';
  expect((await colleague('PATCH', `user/${id}`, { user_data: { password } })).status).toBe(200);
  expect((await own('GET', 'auth/me')).status).toBe(401);
  const byPassword = await call('POST', 'auth', { email, password });
  expect([byPassword.status, byPassword.body.code]).toEqual([401, 'SECOND_FACTOR']);
  expect(await signInByPasskey()).toBe(200);
  expect((await subjectsTo(email)).at(-1)).toMatch(
    /These passkeys still sign in, without a password: “Key of before”, added on \d{4}-\d\d-\d\d\. Remove those you don't know on My account\./,
  );
});

test('the own email takes no factor', async () => {
  const { id, email, signInByPasskey } = await withFactors(['admins', 'events']);
  const own = await app().signedIn(id);
  const user_data = { email: `moved-${email}`, current_password: ADMIN_PASSWORD };
  expect((await own('PATCH', `user/${id}`, { user_data })).status).toBe(200);
  expect(await signInByPasskey()).toBe(200);
});
