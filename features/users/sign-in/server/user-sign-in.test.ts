/** Sign-in of people on a site. Specification: Sites, sign-in. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  makeAdmin,
  makeProgram,
  makeSiteKey,
  makeSiteUser,
  ADMIN_PASSWORD as PASSWORD,
} from '../../../../test/factories.ts';
import { statusesOf, useTestApp } from '../../../../test/harness.ts';

const app = useTestApp({ siteCallsPerMinute: 1_000_000 });
const db = () => app().platform.database.everything;

let program: number;
let key: string;
let password_hash: string;
beforeEach(async () => {
  program = (await makeProgram(db())).id;
  key = (await makeSiteKey(db(), program)).site_key;
  ({ password_hash } = await makeAdmin(db(), { permissions: ['users'] }));
  await db().deleteFrom('sign_in_failures').execute();
});

const makeUser = (values: object = {}) =>
  makeSiteUser(db(), { program_id: program, password_hash, ...values });
const signIn = (email: string, password = PASSWORD, client_ip?: string, as = key) =>
  app().call(
    'POST',
    '/api/site/sign-in',
    { email, password, ...(client_ip && { client_ip }) },
    { authorization: `Bearer ${as}` },
  );

test('the right password says who it is, however the email is written', async () => {
  const { id, email } = await makeUser();
  const { status, body } = await signIn(` ${email.toUpperCase()} `);
  expect([status, body.user]).toMatchObject([200, { id, email }]);
  expect(JSON.stringify(body)).not.toContain('argon2');
});

test('who may sign in there does: by hand, or as that goes with the home', async () => {
  const home = (await makeProgram(db())).id;
  const byHand = await makeUser({ program_id: home });
  expect((await signIn(byHand.email)).status).toBe(401);
  await db().insertInto('site_user_sites').values({ user_id: byHand.id, program_id: program }).execute();
  expect((await signIn(byHand.email)).body.user.id).toBe(byHand.id);
  const byDefault = await makeUser({ program_id: home });
  await db()
    .insertInto('program_defaults')
    .values({ program_id: home, default_program_id: program })
    .execute();
  expect((await signIn(byDefault.email)).body.user.id).toBe(byDefault.id);
});

describe('401 in the same words', () => {
  test.each([
    ['a wrong password', async () => [(await makeUser()).email, 'wrong']],
    ['nobody', async () => ['nobody@example.org', PASSWORD]],
    ['who is closed', async () => [(await makeUser({ del_status: 1 })).email, PASSWORD]],
    ['who is inactive', async () => [(await makeUser({ status: 0 })).email, PASSWORD]],
    ['who has no password', async () => [(await makeUser({ password_hash: null })).email, '']],
    [
      'a stranger',
      async () => [(await makeUser({ program_id: (await makeProgram(db())).id })).email, PASSWORD],
    ],
  ])('%s', async (_, make) => {
    const [email = '', password = ''] = await make();
    const { status, body } = await signIn(email, password || 'x');
    expect([status, body.message]).toEqual([401, 'The email or the password is wrong']);
  });
});

describe('waits', () => {
  test('after five wrong ones of an email, known or not, in whatever case', async () => {
    for (const email of [(await makeUser()).email, 'unknown@example.org']) {
      for (let turn = 0; turn < 5; turn++) expect((await signIn(email, 'wrong')).status).toBe(401);
      const { status, headers } = await signIn(email.toUpperCase());
      expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    }
  });

  test('by the visitor’s network, and never by the site’s own address', async () => {
    const visitors = Array.from({ length: 20 }, (_, index) => `nobody.${index}@example.org`);
    for (const email of visitors) expect((await signIn(email, 'wrong', '192.0.2.1')).status).toBe(401);
    const { email } = await makeUser();
    expect((await signIn(email, PASSWORD, '192.0.2.1')).status).toBe(429);
    expect((await signIn(email, PASSWORD, '::ffff:192.0.2.1')).status).toBe(429);
    expect((await signIn(email, PASSWORD, '192.0.2.2')).status).toBe(200);
    for (const unknown of visitors) await signIn(unknown, 'wrong');
    expect((await signIn(email)).status).toBe(200);
  });

  test('of one site are not another’s, nor staff’s', async () => {
    const { email } = await makeUser();
    const other = (await makeProgram(db())).id;
    const { site_key } = await makeSiteKey(db(), other);
    for (let turn = 0; turn < 6; turn++) await signIn(email, 'wrong', '127.0.0.1', site_key);
    expect((await signIn(email, PASSWORD, '127.0.0.1')).status).toBe(200);
  });

  test('not more than five guesses at once get an answer', async () => {
    const { email } = await makeUser();
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(email, 'wrong')));
    expect(statusesOf(answers)).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
  });
});

test.each([
  ['no address', { client_ip: 'localhost' }, 'client_ip'],
  ['no password', { password: '' }, 'password'],
  ['another field', { token: 'x' }, undefined],
])('400 for %s', async (_, more, path) => {
  const body = { email: 'x@example.org', password: PASSWORD, ...more };
  const answer = await app().call('POST', '/api/site/sign-in', body, { authorization: `Bearer ${key}` });
  expect(answer.status).toBe(400);
  expect(path === undefined || answer.body.errors[0].path === path).toBe(true);
});
