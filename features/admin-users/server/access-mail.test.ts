/** Whoever loses an account hears of it, by whatever way it goes. */
import { expect, test } from 'vitest';
import { ADMIN_PASSWORD, makeAdmin } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

async function mailsTo(address: string) {
  const mails = db().selectFrom('mails').select(['subject', 'body_text']).where('to_address', '=', address);
  return (await mails.execute()).map(({ subject, body_text }) => `${subject}\n${body_text}`);
}

test('an account that another removes: whose it was is mailed, and by whom', async () => {
  const call = await app().as({ permissions: ['superadmin'] });
  const { email: by } = await db()
    .selectFrom('admins')
    .select('email')
    .where('id', '=', call.admin_id)
    .executeTakeFirstOrThrow();
  const { id, email } = await makeAdmin(db(), { permissions: ['superadmin'] });
  expect((await call('DELETE', `user/${id}`)).status).toBe(200);
  expect((await call('DELETE', `user/${id}`)).status).toBe(404);
  expect(await mailsTo(email)).toEqual([
    `Your Provost account was removed
${by} removed your Provost account. You were signed out and can no longer sign in.

If you didn't expect this change, tell an administrator other than ${by} now.
`,
  ]);
});

test('an own new email, by whoever holds the password: the address of before is mailed, and it alone', async () => {
  const { id, email } = await makeAdmin(db(), { permissions: ['superadmin'] });
  const own = await app().signedIn(id);
  const taken = `thief-${email}`;
  const user_data = { email: taken, password: 'another one by far', current_password: ADMIN_PASSWORD };
  expect((await own('PATCH', `user/${id}`, { user_data })).status).toBe(200);
  expect(await mailsTo(taken)).toEqual([]);
  expect(await mailsTo(email)).toEqual([
    `Your Provost account was changed
${email} changed your Provost account:

- Email: ${email} → ${taken}
- Password: a new one was set

You were signed out. Sign in again at ${app().platform.config.publicUrl}

If it wasn't you, tell an administrator now.
`,
  ]);
});

test('an account whose email changes twice: every address of the last 30 days is mailed of what else is changed', async () => {
  const call = await app().as({ permissions: ['superadmin'] });
  const { id, email } = await makeAdmin(db(), { permissions: ['superadmin'] });
  for (const next of [`second-${email}`, `third-${email}`])
    expect((await call('PATCH', `user/${id}`, { user_data: { email: next } })).status).toBe(200);
  expect((await mailsTo(email)).filter((mail) => mail.includes('Email:'))).toHaveLength(2);
  const before = (await mailsTo(email)).length;
  const own = await app().signedIn(id);
  const change = { current_password: ADMIN_PASSWORD, password: 'another one by far' };
  expect((await own('POST', 'account/password', change)).status).toBe(200);
  for (const address of [email, `second-${email}`, `third-${email}`])
    expect((await mailsTo(address)).at(-1), address).toMatch(
      /^The password of your Provost account was changed/,
    );
  expect((await mailsTo(email)).length).toBe(before + 1);
});
