import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { hashPassword } from '../../../../server/passwords/password-hashes.ts';
import { makeAdmin } from '../../../../test/factories.ts';
import { type Answer, useTestApp } from '../../../../test/harness.ts';
import { deviceOf, knownZone } from './devices.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

const PASSWORD = 'correct horse';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
let passwordHash: Promise<string> | undefined;

async function newAdmin(permissions: Parameters<typeof makeAdmin>[1]['permissions'] = ['events']) {
  passwordHash ??= hashPassword(PASSWORD, 'test');
  return makeAdmin(db(), { permissions, password_hash: await passwordHash });
}

const signIn = (email: string, headers: Record<string, string> = {}, body: object = {}) =>
  app().call('POST', 'auth', { email, password: PASSWORD, ...body }, headers);
const as = ({ body }: Answer) => ({ authorization: `Bearer ${body.token}` });
const sessionsOf = async (answer: Answer) =>
  (await app().call('GET', 'account/sessions', undefined, as(answer))).body.sessions;
const mailsTo = (to_address: string) =>
  db().selectFrom('mails').select(['subject', 'body_text']).where('to_address', '=', to_address).execute();
const deviceCookie = ({ headers }: Answer) =>
  [headers['set-cookie']]
    .flat()
    .map(String)
    .find((cookie) => cookie.startsWith('provost_device='))
    ?.split(';')[0] ?? '';

/** As if so much time had passed since the session was used, or began. */
const age = (adminId: number, { unused = '0 s', old = '0 s' }: { unused?: string; old?: string }) =>
  sql`update sessions set last_used_at = last_used_at - ${unused}::interval,
      idle_ends_at = idle_ends_at - ${unused}::interval, created_at = created_at - ${old}::interval,
      ends_at = ends_at - ${old}::interval where admin_id = ${adminId}`.execute(db());

describe('a session', () => {
  test('ends once it is idle for 8 hours, and is kept up by use', async () => {
    const { id, email } = await newAdmin();
    const answer = await signIn(email);
    await age(id, { unused: '7 hours 59 minutes' });
    expect(await sessionsOf(answer)).toHaveLength(1);
    await age(id, { unused: '7 hours 59 minutes' });
    expect(await sessionsOf(answer)).toHaveLength(1);
    await age(id, { unused: '8 hours' });
    expect((await app().call('GET', 'auth/me', undefined, as(answer))).status).toBe(401);
    expect(
      (await app().call('POST', 'auth/refresh', { refresh_token: answer.body.refresh_token })).status,
    ).toBe(401);
  });

  test('ends after 30 days, however it is used', async () => {
    const { id, email } = await newAdmin();
    const answer = await signIn(email);
    await age(id, { old: '29 days 23 hours' });
    const { refresh_token } = (
      await app().call('POST', 'auth/refresh', { refresh_token: answer.body.refresh_token })
    ).body;
    await age(id, { old: '1 hour' });
    expect((await app().call('POST', 'auth/refresh', { refresh_token })).status).toBe(401);
    expect((await app().call('GET', 'auth/me', undefined, as(answer))).status).toBe(401);
  });

  test('that is over stays so when the settings allow more', async () => {
    const superadmin = await app().as({ permissions: ['superadmin'] });
    const { id, email } = await newAdmin();
    const answer = await signIn(email);
    await age(id, { unused: '9 hours', old: '9 hours' });
    expect((await superadmin('PATCH', 'security-settings', { idle_hours: 24 })).status).toBe(200);
    expect((await app().call('GET', 'auth/me', undefined, as(answer))).status).toBe(401);
    expect((await superadmin('PATCH', 'security-settings', { idle_hours: 8 })).status).toBe(200);
  });

  test('is noted as used at most once a minute', async () => {
    const { id, email } = await newAdmin();
    const answer = await signIn(email);
    const [before] = await sessionsOf(answer);
    expect((await sessionsOf(answer))[0].last_used_at).toBe(before.last_used_at);
    await age(id, { unused: '61 s' });
    await sessionsOf(answer);
    const [after] = await sessionsOf(answer);
    expect(Date.parse(after.last_used_at)).toBeGreaterThanOrEqual(Date.parse(before.last_used_at));
    expect(Date.parse(after.ends_at) - Date.parse(after.last_used_at)).toBe(8 * 3_600_000);
  });

  test('is shown with its device, address and time zone, the own one marked; a made up zone is none', async () => {
    const { email } = await newAdmin();
    const first = await signIn(email, { 'user-agent': FIREFOX }, { time_zone: 'Asia/Tokyo' });
    const second = await signIn(email, { 'user-agent': 'curl/8.5.0' }, { time_zone: '<b>here</b>' });
    const [latest, earlier] = await sessionsOf(second);
    expect([latest, earlier]).toMatchObject([
      { device: 'curl', address: '127.0.0.1', time_zone: '', current: 1 },
      { device: 'Firefox on Linux', address: '127.0.0.1', time_zone: 'Asia/Tokyo', current: 0 },
    ]);
    expect((await sessionsOf(first)).find(({ current }: { current: number }) => current).id).toBe(earlier.id);
  });

  test('ends alone or with all others; another person’s is not there, and only a superadmin ends it', async () => {
    const { email } = await newAdmin();
    const answers = [await signIn(email), await signIn(email), await signIn(email)] as [
      Answer,
      Answer,
      Answer,
    ];
    const [first, second, third] = answers;
    const own = (await sessionsOf(third)).find(({ current }: { current: number }) => current).id;
    const other = await app().as({ permissions: ['programadmin'] });
    expect((await other('DELETE', `account/sessions/${own}`)).status).toBe(404);
    expect((await other('DELETE', `user/1/sessions/${own}`)).status).toBe(403);
    expect((await app().call('DELETE', 'account/sessions/17', undefined, as(first))).status).toBe(400);
    const end = (id: string) => app().call('DELETE', `account/sessions/${id}`, undefined, as(first));
    expect((await end(own)).body).toEqual({ ended: 1 });
    expect((await end(own)).status).toBe(404);
    expect((await app().call('GET', 'auth/me', undefined, as(third))).status).toBe(401);
    expect((await app().call('POST', 'account/sessions/end-others', undefined, as(first))).body).toEqual({
      ended: 1,
    });
    expect((await app().call('GET', 'auth/me', undefined, as(second))).status).toBe(401);
    expect(await sessionsOf(first)).toHaveLength(1);
  });

  test('of a removed admin cannot be asked for; a superadmin who ends all of the own keeps the one that asks', async () => {
    const superadmin = await app().as({ permissions: ['superadmin'] });
    const { id } = await makeAdmin(db(), { permissions: ['events'], deleted_at: new Date().toISOString() });
    expect((await superadmin('GET', `user/${id}/sessions`)).status).toBe(404);
    expect((await superadmin('DELETE', `user/${superadmin.admin_id}/sessions`)).body).toEqual({ ended: 0 });
    expect((await superadmin('GET', 'auth/me')).status).toBe(200);
  });
});

describe('a new device', () => {
  test('is mailed, but for the first one of an account; the same one, known by its cookie elsewhere too, is not', async () => {
    const { email } = await newAdmin();
    const first = await signIn(email, { 'user-agent': FIREFOX });
    expect(await mailsTo(email)).toEqual([]);
    await signIn(email, { 'user-agent': FIREFOX });
    expect(await mailsTo(email)).toEqual([]);
    await signIn(email, { 'user-agent': 'Other/1.0', cookie: deviceCookie(first) });
    expect(await mailsTo(email)).toEqual([]);
    await signIn(email, { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0' });
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe('New sign-in to your Provost account');
    expect(mail?.body_text).toContain('Chrome on Windows');
    expect(mail?.body_text).toContain('/account');
  });

  test('is mailed as well where the account was not used for so long that its sessions are forgotten', async () => {
    const { id, email } = await newAdmin();
    await signIn(email, { 'user-agent': FIREFOX });
    await db()
      .deleteFrom('refresh_tokens')
      .where('session_id', 'in', db().selectFrom('sessions').select('id').where('admin_id', '=', id))
      .execute();
    await db().deleteFrom('sessions').where('admin_id', '=', id).execute();
    await signIn(email, { 'user-agent': 'Other/1.0' });
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('is mailed as well where the sign-ins of the account may be archived', async () => {
    const [old, young] = [await newAdmin(), await newAdmin()];
    const archives = db().selectFrom('audit_archives').select('number');
    expect(await archives.execute()).toEqual([]);
    const owner = new pg.Client(app().ownerUrl);
    await owner.connect();
    await owner.query(`insert into audit_archives (number, first_id, last_id, first_at, last_at, entries, file_path)
      values (1, 1, 2, '2020-01-01', '2022-01-01', 2, 'audit/of-then.jsonl')`);
    await owner.query(`update admins set created_at = '2020-06-01' where id = $1`, [old.id]);
    try {
      for (const { email } of [old, young]) await signIn(email, { 'user-agent': 'Other/1.0' });
      expect(await mailsTo(old.email)).toHaveLength(1);
      expect(await mailsTo(young.email)).toEqual([]);
    } finally {
      await owner.query('delete from audit_archives');
      await owner.end();
    }
  });

  test('of one account is new to another', async () => {
    const [one, two] = [await newAdmin(), await newAdmin()];
    const known = deviceCookie(await signIn(one.email, { 'user-agent': FIREFOX }));
    await signIn(two.email, { 'user-agent': 'first' });
    await signIn(two.email, { 'user-agent': 'Borrowed/1.0', cookie: known });
    expect(await mailsTo(two.email)).toHaveLength(1);
  });

  test.each([
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    [FIREFOX, 'Firefox on Linux'],
    ['curl/8.5.0', 'curl'],
    ['', 'Unknown device'],
    ['<script>', 'Unknown device'],
    ['Call 555 0100 at https://evil.example/help now/1 (X)', 'Unknown device'],
    ['Call 555 0100 at https://evil.example/help now/1 x', 'Unknown device'],
    ['Call us now (Windows NT 10.0) Firefox/130', 'Firefox on Windows'],
    ['evil.example', 'Unknown device'],
    ['python-requests/2.32', 'python-requests'],
  ])('%s is told as %s', (userAgent, words) => expect(deviceOf(userAgent)).toBe(words));

  test('tells a zone that there is, and no other text', () => {
    expect(['Europe/Berlin', 'UTC', 'Mars/Base', undefined].map(knownZone)).toEqual([
      'Europe/Berlin',
      'UTC',
      '',
      '',
    ]);
  });
});
