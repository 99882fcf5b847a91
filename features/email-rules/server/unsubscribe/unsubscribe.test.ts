/** Ending mails of rules, and addresses that refuse them. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { deliverDueMails } from '../../../../server/mail/deliver-mails.job.ts';
import { sendMail } from '../../../../server/mail/mail.ts';
import type { Platform } from '../../../../server/platform.ts';
import { makeProgram, makeSiteUser } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { openSmtp } from '../../../../test/peers/smtp-server.ts';
import { makeRule, makeStudents, sendsOfRule } from '../../../../test/rows/rules.ts';
import { runDueRules } from '../run-email-rules.job.ts';
import { unsubscribePath } from './unsubscribe-links.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
let program: number;
beforeAll(async () => {
  program = (await makeProgram(db())).id;
});

const linkOf = (user_id: number) =>
  unsubscribePath(app().platform, { user_id, type: 'community_highlights' });
const ended = async (user_id: number) =>
  (
    await db()
      .selectFrom('email_unsubscribes')
      .select('type')
      .where('user_id', '=', user_id)
      .orderBy('type')
      .execute()
  ).map(({ type }) => type);
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const post = (url: string, payload: string, headers: Record<string, string> = FORM) =>
  app().http.inject({ method: 'POST', url, payload, headers });

describe('the link of a mail', () => {
  test('asks, however often a scanner follows it, and ends nothing', async () => {
    const { id } = await makeSiteUser(db(), { program_id: program });
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      const answer = await app().http.inject({ method, url: linkOf(id) });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toContain('text/html');
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    }
    const page = (await app().http.inject(linkOf(id))).body;
    expect(page).toContain('name="scope" value="type"');
    expect(page).toContain('name="scope" value="all"');
    expect(page).not.toContain('<script');
    expect(await ended(id)).toEqual([]);
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)
      expect((await app().http.inject({ method, url: linkOf(id) })).statusCode).toBeGreaterThanOrEqual(400);
    expect(await ended(id)).toEqual([]);
  });

  test.each([
    ['the one click of a mail program', 'List-Unsubscribe=One-Click', FORM, 'community_highlights'],
    [
      'the same as a multipart form',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      { 'content-type': 'multipart/form-data; boundary=x' },
      'community_highlights',
    ],
    ['the button of the type', 'scope=type', FORM, 'community_highlights'],
    ['the button of all', 'scope=all', FORM, 'all'],
    ['no body at all', '', {}, 'community_highlights'],
    [
      'a body that says nothing known',
      '{"scope":"everything"}',
      { 'content-type': 'application/json' },
      'community_highlights',
    ],
  ])('ends what it says by %s, once', async (_what, payload, headers, type) => {
    const { id } = await makeSiteUser(db(), { program_id: program });
    for (let n = 0; n < 2; n++)
      expect((await post(linkOf(id), payload, headers as Record<string, string>)).statusCode).toBe(200);
    expect(await ended(id)).toEqual([type]);
    const recorded = await db()
      .selectFrom('audit_entries')
      .select(['action', 'program_id'])
      .where('entity', '=', 'site_user')
      .where('entity_id', '=', String(id))
      .execute();
    expect(recorded).toEqual([{ action: 'unsubscribe', program_id: program }]);
  });

  test('is nobody’s where a sign of it is changed, or the user is not there', async () => {
    const { id } = await makeSiteUser(db(), { program_id: program });
    const link = linkOf(id);
    const wrong = [
      linkOf(2_000_000),
      link.replace(`/${id}-`, `/${id + 1}-`),
      link.replace('-1-', '-2-'),
      link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A'),
      link.slice(0, -1),
      `${link}A`,
      '/unsubscribe/x',
      '/unsubscribe/%00',
      `/unsubscribe/${'9'.repeat(90)}`,
    ];
    for (const url of wrong) {
      expect((await app().http.inject(url)).statusCode, url.slice(0, 60)).toBe(404);
      expect((await post(url, 'scope=all')).statusCode, url.slice(0, 60)).toBe(404);
    }
    expect(await ended(id)).toEqual([]);
    expect((await post(link, 'x'.repeat(10_000))).statusCode).toBe(413);
  });

  test('takes back what is queued of that type, and the rule reaches the user no more', async () => {
    const home = (await makeProgram(db())).id;
    const [gone = 0, stays = 0] = await makeStudents(db(), home, 2);
    const rule = await makeRule(db(), { program_id: home });
    const quiz = await makeRule(db(), { program_id: home, type: 'daily_quiz' });
    await runDueRules(app().platform);
    await post(linkOf(gone), 'List-Unsubscribe=One-Click');
    expect((await sendsOfRule(db(), rule)).map(({ user_id }) => user_id)).toEqual([stays]);
    expect((await sendsOfRule(db(), quiz)).map(({ user_id }) => user_id)).toEqual([gone, stays]);
    const call = await app().as({ permissions: ['content'], program_id: home });
    expect((await call('GET', `email-rule/${rule}/audience`)).body.users).toMatchObject([{ id: stays }]);
    await post(linkOf(gone), 'scope=all');
    expect((await sendsOfRule(db(), quiz)).map(({ user_id }) => user_id)).toEqual([stays]);
  });
});

describe('an address', () => {
  const stateOf = (id: number) =>
    db()
      .selectFrom('site_users')
      .select(['mail_failures', 'bounced_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  test('is left alone after five refusals in a row, until somebody clears it or it is another one', async () => {
    let refuses = true;
    const smtp = await openSmtp({
      onRcptTo(_address, _session, done) {
        done(refuses ? Object.assign(new Error('5.1.1 Unknown'), { responseCode: 550 }) : null);
      },
    });
    const platform: Platform = {
      ...app().platform,
      config: { ...app().platform.config, smtpUrl: `smtp://127.0.0.1:${smtp.port}` },
    };
    const { id } = await makeSiteUser(db(), { program_id: program, email: 'Ada.Gone@example.org' });
    const picky = await openSmtp({
      onData(stream, _session, done) {
        stream.on('data', () => {});
        stream.on('end', () => done(Object.assign(new Error('5.6.0 Content'), { responseCode: 554 })));
      },
    });
    for (let n = 1; n <= 6; n++) {
      await sendMail(db(), { to_address: 'ada.gone@example.org', subject: 'x', body_text: 'x' });
      const config = { ...platform.config, smtpUrl: `smtp://127.0.0.1:${picky.port}` };
      await deliverDueMails({ ...platform, config });
    }
    expect(await stateOf(id), 'what a mail says is not the address’s fault').toEqual({
      mail_failures: 0,
      bounced_at: null,
    });
    await picky.close();
    const mail = async (address = 'ada.gone@EXAMPLE.org') => {
      await sendMail(db(), { to_address: address, subject: 'x', body_text: 'x' });
      await deliverDueMails(platform);
    };
    for (let n = 1; n <= 4; n++) await mail();
    expect(await stateOf(id)).toEqual({ mail_failures: 4, bounced_at: null });
    refuses = false;
    await mail();
    expect(await stateOf(id)).toEqual({ mail_failures: 0, bounced_at: null });
    refuses = true;
    for (let n = 1; n <= 5; n++) await mail();
    const bounced = await stateOf(id);
    expect(bounced).toEqual({ mail_failures: 5, bounced_at: expect.any(String) });
    await mail();
    expect((await stateOf(id)).bounced_at).toBe(bounced.bounced_at);

    const call = await app().as({ permissions: ['users'], program_id: program });
    expect((await call('GET', `site-user/${id}`)).body).toMatchObject({
      user: { bounced_at: bounced.bounced_at, mail_failures: 6 },
    });
    expect((await call('POST', `site-user/${id}/clear-bounce`)).status).toBe(200);
    expect(await stateOf(id)).toEqual({ mail_failures: 0, bounced_at: null });

    for (let n = 1; n <= 5; n++) await mail();
    await sql`update site_users set email = 'Ada.GONE@example.org' where id = ${id}`.execute(db());
    expect((await stateOf(id)).bounced_at).not.toBeNull();
    await sql`update site_users set email = 'ada.new@example.org' where id = ${id}`.execute(db());
    expect(await stateOf(id)).toEqual({ mail_failures: 0, bounced_at: null });
    await smtp.close();
  });
});
