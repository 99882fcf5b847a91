/** Invitations: who may send them, what their links open, and when they end. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Permission } from '../../../../core/access.ts';
import { TOO_NEW } from '../../../../core/second-approver.ts';
import { secretOf } from '../../../../server/mail/mail.ts';
import { makeProgram } from '../../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../../test/harness.ts';
import { refundRequestsIn } from '../../../../test/rows/refund-requests.ts';
import { mailPasswordResets } from '../../../auth/server/password-resets.ts';
import { mailInvitations } from './invitation-mails.ts';
import { MOST_AN_HOUR } from './invitations.ts';

const app = useTestApp();
const { askAs, decide, sell } = refundRequestsIn(app);
const db = () => app().platform.database.everything;
const PASSWORD = 'chosen by myself';
const ENDED = 'This invitation was used or has ended. Ask your administrator for a new one.';

let boss: Call & { admin_id: number };
let bossEmail: string;

beforeAll(async () => {
  bossEmail = `boss-${randomUUID()}@example.com`;
  boss = await app().as({ permissions: ['superadmin'], email: bossEmail });
});

const wish = (values: object = {}) => ({
  user_data: {
    email: `${randomUUID()}@example.com`,
    program_id: 0,
    permissions: ['events', 'audit'],
    ...values,
  },
});

async function invited(values: object = {}, by: Call = boss) {
  const { status, body } = await by('POST', 'user/invitation', wish(values));
  expect([status, body.message]).toEqual([200, undefined]);
  return body.user as { id: number; email: string; invitation: { ends_at: string } };
}

async function mailsTo(address: string) {
  await mailInvitations(app().platform);
  return db().selectFrom('mails').selectAll().where('to_address', '=', address).orderBy('id').execute();
}

/** The tokens that were mailed, the newest last. */
async function tokensTo(address: string): Promise<string[]> {
  const seeds = (await mailsTo(address)).flatMap(({ secret_seed }) => secret_seed ?? []);
  return seeds.map((seed) => secretOf(app().platform, seed));
}

async function tokenTo(address: string): Promise<string> {
  return (await tokensTo(address)).at(-1) ?? '';
}

/** Retries would be counted against the network of all tests. */
const forgetGuesses = () => db().deleteFrom('recovery_calls').execute();

const accept = (token: string, password = PASSWORD) =>
  app().call('POST', 'invitation/accept', { token, password });
const open = (token: string) => app().call('POST', 'invitation', { token });
const signIn = (email: string, password = PASSWORD) => app().call('POST', 'auth', { email, password });

async function owner(text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: app().ownerUrl });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Time goes by for the links of an account. */
const pass = (id: number, minutes: number) =>
  owner(
    `update admin_invitations set created_at = created_at - make_interval(mins => $2),
      expires_at = expires_at - make_interval(mins => $2) where admin_id = $1`,
    [id, minutes],
  );

/** What its link answers, opened and used. */
async function answersOf(token: string) {
  await forgetGuesses();
  const answers = [await open(token), await accept(token)];
  return answers.map(({ status, body }) => [status, body.message, body.errors]);
}
const DEAD = [1, 2].map(() => [400, ENDED, undefined]);

describe('an invitation', () => {
  test('makes an account that opens nothing until its link sets the password, and signs in by it', async () => {
    const user = await invited();
    expect(user).toMatchObject({ program_id: 0, permissions: [{ id: 'events' }, { id: 'audit' }] });
    const left = Date.parse(user.invitation.ends_at) - Date.now();
    expect(Math.round(left / 60_000)).toBe(24 * 60);
    for (const guess of ['---', PASSWORD]) expect((await signIn(user.email, guess)).status).toBe(401);

    const [mail] = await mailsTo(user.email);
    expect(mail?.subject).toBe('Your invitation to Provost');
    expect(mail?.body_text).toContain(`${bossEmail} invited you to Provost, to work on all programs.`);
    expect(mail?.body_text).toContain(`${app().platform.config.publicUrl}/accept-invitation#{secret}`);
    const token = await tokenTo(user.email);
    expect(token).toMatch(/^[\w-]{43}$/);
    const stored = await owner('select i::text from admin_invitations i where admin_id = $1', [user.id]);
    expect(JSON.stringify(stored)).not.toContain(token);

    const { status, body } = await open(token);
    expect([status, body]).toEqual([
      200,
      { email: user.email, invited_by: bossEmail, ends_at: user.invitation.ends_at },
    ]);
    const answer = await accept(token);
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({ id: user.id, permissions: ['events', 'audit'] });
    expect(String(answer.headers['set-cookie'])).toContain('HttpOnly');
    const authorization = `Bearer ${answer.body.token}`;
    expect((await app().call('GET', 'auth/me', undefined, { authorization })).body.user.id).toBe(user.id);
    expect((await signIn(user.email)).status).toBe(200);
    expect((await boss('GET', `user/${user.id}`)).body.user).not.toHaveProperty('invitation');
    expect(await answersOf(token)).toEqual(DEAD);
  });

  test('is recorded with who sent it, and who took it', async () => {
    const user = await invited();
    await boss('POST', `user/${user.id}/invitation`);
    await boss('DELETE', `user/${user.id}/invitation`);
    await boss('POST', `user/${user.id}/invitation`);
    await accept(await tokenTo(user.email));
    const entries = await db()
      .selectFrom('audit_entries')
      .select(['action', 'admin_id', 'before', 'after'])
      .where('entity', '=', 'admin')
      .where('entity_id', '=', String(user.id))
      .orderBy('id')
      .execute();
    expect(entries.map(({ action, admin_id }) => [action, admin_id])).toEqual([
      ['create', boss.admin_id],
      ['invite', boss.admin_id],
      ['withdraw_invitation', boss.admin_id],
      ['invite', boss.admin_id],
      ['accept_invitation', user.id],
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/password|argon2|token/);
  });

  test('takes no password that staff may not have, and keeps the link then', async () => {
    const user = await invited();
    const token = await tokenTo(user.email);
    for (const [password, message] of [
      ['    ', "A password can't be only spaces"],
      ['password', 'This is one of the 10,000 most common passwords. Choose another password.'],
    ] as const) {
      const { status, body } = await accept(token, password);
      expect([status, body.errors?.[0]]).toEqual([400, { path: 'password', message }]);
    }
    expect((await accept(token, 'ab')).status).toBe(400);
    expect((await accept(token)).status).toBe(200);
  });

  test.each([
    [{ email: 'no address' }, 'user_data.email'],
    [{ permissions: [] }, 'user_data.permissions'],
    [{ program_id: 999_999 }, 'user_data.program_id'],
    [{ password: 'a typed one' }, 'user_data'],
  ])('answers 400 for %o', async (values, path) => {
    const { status, body } = await boss('POST', 'user/invitation', wish(values));
    expect([status, body.errors?.[0]?.path]).toEqual([400, path]);
  });

  test('makes one of several simultaneous invitations of one email, and repeats its answer for a key', async () => {
    const body = wish();
    const answers = await Promise.all(Array.from({ length: 4 }, () => boss('POST', 'user/invitation', body)));
    expect(statusesOf(answers)).toEqual([200, 400, 400, 400]);
    const [other, key] = [wish(), { 'idempotency-key': randomUUID() }];
    const first = await boss('POST', 'user/invitation', other, key);
    expect((await boss('POST', 'user/invitation', other, key)).body).toEqual(first.body);
    expect(await tokensTo(other.user_data.email)).toHaveLength(1);
  });
});

describe('its link', () => {
  test('works at 23 h 59 min, and at 24 h 1 min no more', async () => {
    const user = await invited();
    const token = await tokenTo(user.email);
    await pass(user.id, 24 * 60 - 1);
    expect((await open(token)).status).toBe(200);
    await pass(user.id, 2);
    expect(await answersOf(token)).toEqual(DEAD);
    expect((await boss('GET', `user/${user.id}`)).body.user.invitation).toEqual({ ends_at: null });
  });

  test('sent again: the one before ends, the new one works', async () => {
    const user = await invited();
    const before = await tokenTo(user.email);
    const again = await boss('POST', `user/${user.id}/invitation`);
    expect(Date.parse(again.body.user.invitation.ends_at)).toBeGreaterThanOrEqual(
      Date.parse(user.invitation.ends_at),
    );
    const after = await tokenTo(user.email);
    expect(after).not.toBe(before);
    expect(await answersOf(before)).toEqual(DEAD);
    expect((await accept(after)).status).toBe(200);
    expect((await boss('POST', `user/${user.id}/invitation`)).body.message).toBe(
      'This admin user already has a password',
    );
    expect((await boss('DELETE', `user/${user.id}/invitation`)).status).toBe(400);
  });

  test.each<[string, (id: number, email: string) => Promise<unknown>]>([
    ['withdrawn', (id) => boss('DELETE', `user/${id}/invitation`)],
    ['of a removed account', (id) => boss('DELETE', `user/${id}`)],
    ['of another email', (id, email) => boss('PATCH', `user/${id}`, { user_data: { email: `x-${email}` } })],
    ['of other rights', (id) => boss('PATCH', `user/${id}`, { user_data: { permissions: ['users'] } })],
    [
      'of a typed password',
      (id) => boss('PATCH', `user/${id}`, { user_data: { password: 'typed by another' } }),
    ],
    [
      'of a statement to the database',
      (id) => owner(`update admins set email = 'y' || email where id = $1`, [id]),
    ],
  ])('%s ends', async (_, end) => {
    const user = await invited();
    const token = await tokenTo(user.email);
    await end(user.id, user.email);
    expect(await answersOf(token)).toEqual(DEAD);
  });

  test('that was not mailed yet is not mailed once it has ended', async () => {
    const user = await invited();
    await boss('DELETE', `user/${user.id}/invitation`);
    expect(await mailsTo(user.email)).toEqual([]);
  });

  test.each(['', 'x'.repeat(43), 'x'.repeat(201), '%00', '../../etc'])('%j never was one', async (token) => {
    await forgetGuesses();
    expect((await open(token)).status).toBe(400);
    expect((await accept(token)).status).toBe(400);
  });

  test('is guessed thirty times by one network, and then waited for, as the links of recovery are', async () => {
    await forgetGuesses();
    for (let guess = 0; guess < 30; guess += 1) await open(randomUUID());
    const user = await invited();
    const held = await accept(await tokenTo(user.email));
    expect([held.status, held.headers['retry-after'] !== undefined]).toEqual([429, true]);
    const reset = await app().call('POST', 'change-password', { token: randomUUID(), password: PASSWORD });
    expect(reset.status).toBe(429);
    await forgetGuesses();
  });

  test('is no link of recovery, nor the other way round; recovery sets no first password', async () => {
    await forgetGuesses();
    const user = await invited();
    const token = await tokenTo(user.email);
    expect((await app().call('POST', 'change-password', { token, password: PASSWORD })).status).toBe(400);
    const before = await mailsTo(user.email);
    expect((await app().call('POST', 'recover-password', { email: user.email })).status).toBe(200);
    await mailPasswordResets(app().platform);
    expect(await mailsTo(user.email)).toEqual(before);
    expect((await accept(token)).status).toBe(200);
  });

  test('of one account is sent five times an hour', async () => {
    const user = await invited();
    for (let n = 1; n < MOST_AN_HOUR; n += 1)
      expect((await boss('POST', `user/${user.id}/invitation`)).status).toBe(200);
    const { status, body } = await boss('POST', `user/${user.id}/invitation`);
    expect([status, body.message]).toEqual([
      429,
      'Too many invitations to this email. Try again in 60 minutes.',
    ]);
    await pass(user.id, 61);
    expect((await boss('POST', `user/${user.id}/invitation`)).status).toBe(200);
  });

  test('is sent five times an hour to one mailbox, whatever accounts are made for it; a removal mails nothing', async () => {
    const email = `${randomUUID()}@example.com`;
    for (let n = 0; n < MOST_AN_HOUR; n += 1) {
      const { id } = await invited({ email });
      expect((await boss('DELETE', `user/${id}`)).status).toBe(200);
    }
    const { status, body } = await boss('POST', 'user/invitation', wish({ email: email.toUpperCase() }));
    expect([status, body.message]).toEqual([
      429,
      'Too many invitations to this email. Try again in 60 minutes.',
    ]);
    // Each link had ended before it was mailed.
    expect(await mailsTo(email)).toEqual([]);
  });

  test.each<[string, (id: number) => Promise<unknown>, boolean]>([
    ['is removed', (id) => boss('DELETE', `user/${id}`), false],
    [
      'loses a permission',
      (id) => boss('PATCH', `user/${id}`, { user_data: { permissions: ['admins'] } }),
      false,
    ],
    [
      'gains one',
      (id) => boss('PATCH', `user/${id}`, { user_data: { permissions: ['admins', 'audit', 'users'] } }),
      true,
    ],
  ])('whose sender %s', async (_what, change, works) => {
    const sender = await app().as({ permissions: ['admins', 'audit'], email: `${randomUUID()}@example.com` });
    const { email } = await invited({ permissions: ['audit'] }, sender);
    const token = await tokenTo(email);
    await change(sender.admin_id);
    await forgetGuesses();
    const { status, body } = await accept(token);
    expect([status, body.message]).toEqual(works ? [200, undefined] : [400, ENDED]);
  });
});

describe('at the same moment', () => {
  test('of several uses of one link one wins, and its password is the one', async () => {
    await forgetGuesses();
    const user = await invited();
    const token = await tokenTo(user.email);
    const passwords = ['the first of all', 'the second of all', 'the third of all'];
    const answers = await Promise.all(passwords.map((password) => accept(token, password)));
    expect(statusesOf(answers)).toEqual([200, 400, 400]);
    const won = answers.findIndex(({ status }) => status === 200);
    for (const [n, password] of passwords.entries())
      expect((await signIn(user.email, password)).status).toBe(n === won ? 200 : 401);
  });

  test.each<[string, (id: number) => Promise<{ status: number }>]>([
    ['withdrawing', (id) => boss('DELETE', `user/${id}/invitation`)],
    ['removing the account', (id) => boss('DELETE', `user/${id}`)],
    ['sending another', (id) => boss('POST', `user/${id}/invitation`)],
  ])('a use and %s: either the password stands, or the link has ended', async (_, other) => {
    for (let round = 0; round < 4; round += 1) {
      await forgetGuesses();
      const user = await invited();
      const token = await tokenTo(user.email);
      const [used] = await Promise.all([accept(token), other(user.id)]);
      const [row] = await owner(
        `select password_hash <> '-' as chosen, deleted_at is not null as removed,
          (select count(*)::int from admin_invitations where admin_id = $1 and used_at is not null) as uses
         from admins where id = $1`,
        [user.id],
      );
      expect([200, 400]).toContain(used.status);
      const has = used.status === 200;
      expect(row).toMatchObject({ chosen: has, uses: has ? 1 : 0 });
      const enters = row.removed && (await signIn(user.email)).status === 200;
      expect(enters).toBe(false);
    }
  });

  test('two who send again leave one link that works', async () => {
    const user = await invited();
    await Promise.all([1, 2].map(() => boss('POST', `user/${user.id}/invitation`)));
    const tokens = await tokensTo(user.email);
    await forgetGuesses();
    const opened = await Promise.all(tokens.map(open));
    expect(statusesOf(opened).filter((status) => status === 200)).toEqual([200]);
  });
});

describe('who may', () => {
  test.each<[Permission[], Permission[], number]>([
    [['admins'], ['admins'], 200],
    [['admins'], ['events'], 403],
    [['programadmin'], ['superadmin'], 403],
    [['programadmin'], ['programadmin', 'money'], 200],
  ])('%o invite with %o: %i', async (permissions, given, status) => {
    const call = await app().as({ permissions });
    expect((await call('POST', 'user/invitation', wish({ permissions: given }))).status).toBe(status);
  });

  test('a program’s staff: to its program, what it holds, and no invitation of others', async () => {
    const [own, other] = [await makeProgram(db()), await makeProgram(db())];
    const call = await app().as({ permissions: ['admins', 'events'], program_id: own.id });
    const user = await invited({ program_id: own.id, permissions: ['events'] }, call);
    expect((await mailsTo(user.email))[0]?.body_text).toContain(`to work on ${own.program_display_name}.`);
    expect((await call('GET', 'users?page=1')).body.users.map(({ id }: { id: number }) => id)).toContain(
      user.id,
    );
    expect((await call('POST', `user/${user.id}/invitation`)).status).toBe(200);
    expect((await call('DELETE', `user/${user.id}/invitation`)).status).toBe(200);
    for (const program_id of [other.id, 0])
      expect(
        (await call('POST', 'user/invitation', wish({ program_id, permissions: ['events'] }))).status,
      ).toBe(403);
    const above = await invited({ program_id: own.id, permissions: ['money'] });
    const foreign = await invited({ program_id: other.id, permissions: ['events'] });
    for (const [id, status] of [
      [above.id, 403],
      [foreign.id, 404],
    ] as const)
      for (const method of ['POST', 'DELETE'] as const)
        expect((await call(method, `user/${id}/invitation`)).status).toBe(status);
    expect((await open(await tokenTo(above.email))).status).toBe(200);
  });

  test('whoever was invited approves nothing for seven days from their first password on', async () => {
    await forgetGuesses();
    const user = await invited({ permissions: ['superadmin'] });
    await owner(`update admins set access_changed_at = access_changed_at - interval '30 days',
      email_changed_at = email_changed_at - interval '30 days' where id = ${user.id}`);
    expect((await accept(await tokenTo(user.email))).status).toBe(200);
    const theirs = await app().signedIn(user.id);
    const asker = await app().as({ permissions: ['money'] });
    const { id } = await askAs(asker.admin_id, await sell());
    expect((await decide(theirs, id, 'refund')).body.message).toBe(TOO_NEW);
  });
});
