/** Links that set a new password on a site. Specification: Sites, sign-in. */
import { beforeEach, expect, test } from 'vitest';
import { secretOf } from '../../../../server/mail/mail.ts';
import { passwordMatches } from '../../../../server/passwords/password-hashes.ts';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { statusesOf, useTestApp } from '../../../../test/harness.ts';
import { mailLinks } from './mailed-links.ts';

const app = useTestApp({
  siteCallsPerMinute: 1_000_000,
  siteUrl: 'https://{program_tag}.example.com',
});
const db = () => app().platform.database.everything;

let program: { id: number; program_tag: string };
let key: string;
let user: { id: number; email: string };
beforeEach(async () => {
  program = await makeProgram(db(), { default_locale: 'es' });
  key = (await makeSiteKey(db(), program.id)).site_key;
  user = await makeSiteUser(db(), { program_id: program.id });
  await db().deleteFrom('mails').execute();
});

const post = (path: string, body: object, as = key) =>
  app().call('POST', `/api/site/${path}`, body, { authorization: `Bearer ${as}` });
const ask = (email = user.email) => post('password/recovery', { email });
const pass = () => mailLinks(app().platform);
const mails = () => db().selectFrom('mails').selectAll().orderBy('id').execute();
const set = (token: string, password = 'a new password', as = key) =>
  post('password', { token, password }, as);
async function newToken(): Promise<string> {
  await ask();
  await pass();
  const mail = (await mails()).at(-1);
  return secretOf(app().platform, mail?.secret_seed ?? '');
}
const hasPassword = async (password: string) => {
  const row = db().selectFrom('site_users').select('password_hash').where('id', '=', user.id);
  return passwordMatches((await row.executeTakeFirst())?.password_hash ?? undefined, password, 'test');
};

test('the same answer for everybody; one mail to whom it is, in the program’s language and template', async () => {
  await db()
    .insertInto('email_templates')
    .values({
      template: 'password_reset',
      program_id: program.id,
      language: 'es',
      subject: 'Hola {{program_name}}',
      text: '<p>{{content}}</p>',
      inlined: '<p>{{content}}</p>',
      plain: '{{content}}',
      plain_derived: true,
    })
    .execute();
  const gone = await makeSiteUser(db(), { program_id: program.id, del_status: 1 });
  const off = await makeSiteUser(db(), { program_id: program.id, status: 0 });
  const foreign = await makeSiteUser(db(), { program_id: (await makeProgram(db())).id });
  for (const email of [
    user.email.toUpperCase(),
    user.email,
    'nobody@example.org',
    gone.email,
    off.email,
    foreign.email,
  ])
    expect(await ask(email)).toMatchObject({ status: 200, body: { sent: true } });
  await pass();
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to_address: user.email, subject: expect.stringMatching(/^Hola /) });
  expect(mail?.body_text).toContain(`https://${program.program_tag}.example.com/password#{secret}`);
  expect(mail?.body_text).toContain('Establézcala');
});

test('a link sets the password once, at its site alone', async () => {
  const token = await newToken();
  const elsewhere = await makeSiteKey(db(), (await makeProgram(db())).id);
  expect((await set(token, 'a new password', elsewhere.site_key)).status).toBe(400);
  expect(await set(token)).toMatchObject({ status: 200, body: { user_id: user.id } });
  expect(await hasPassword('a new password')).toBe(true);
  expect((await set(token, 'another one')).status).toBe(400);
  expect(await hasPassword('a new password')).toBe(true);
});

test('of ten who use it at once, one does', async () => {
  const token = await newToken();
  const answers = await Promise.all(Array.from({ length: 10 }, (_, turn) => set(token, `password ${turn}`)));
  expect(statusesOf(answers)).toEqual([200, ...Array(9).fill(400)]);
  expect(await hasPassword(`password ${answers.findIndex(({ status }) => status === 200)}`)).toBe(true);
});

test.each([
  ['another link that was used', async () => set(await newToken())],
  [
    'staff who set a password',
    async () =>
      (await app().as({ permissions: ['superadmin'] }))('PATCH', `site-user/${user.id}`, {
        user_data: { password: 'by staff' },
      }),
  ],
  [
    'a new email',
    async () =>
      db()
        .updateTable('site_users')
        .set({ email: `new.${user.id}@example.org` })
        .where('id', '=', user.id)
        .execute(),
  ],
  ['the end of the account', async () => post(`users/${user.id}/close`, {})],
])('%s ends it', async (_, end) => {
  const token = await newToken();
  await end();
  expect((await set(token)).status).toBe(400);
});

test('an hour ends it; a wrong one and a short password are a 400', async () => {
  const token = await newToken();
  const { status, body } = await set(token, 'ab');
  expect([status, body.errors[0].path]).toEqual([400, 'password']);
  const wrong = await set('x'.repeat(43));
  expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, 'token']);
  await db().updateTable('site_password_resets').set({ expires_at: '2020-01-01T00:00:00Z' }).execute();
  expect((await set(token)).status).toBe(400);
});

test('three links, and then one a minute', async () => {
  for (let turn = 0; turn < 5; turn++) {
    await ask();
    await pass();
  }
  expect(await mails()).toHaveLength(3);
});
