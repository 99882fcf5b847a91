/** Test mails: what arrives, and how many. */
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, openTestApp, statusesOf, useTestApp } from '../../../test/harness.ts';
import { sweepTemplateTests } from './test-mail.ts';

const app = useTestApp({ publicUrl: 'https://provost.example' });
const db = () => app().platform.database.everything;

let program: number;
let call: Call & { admin_id: number };
beforeEach(async () => {
  await db().deleteFrom('mails').execute();
  program = (
    await makeProgram(db(), {
      program_display_name: 'Bright & Side',
      support_email: 'to@example.org',
      program_tag: `b-${crypto.randomUUID()}`,
    })
  ).id;
  call = await app().as({ permissions: ['content'], program_id: program });
});

const TEXT =
  '<style>p{color:red}</style><p>Hello ::[[student_first_name]]:: of <a href="::[[program_site_url]]::">::[[program_name]]::</a>, [[::content::]]</p>';
const send = (given: object = {}, by: Call = call) =>
  by('POST', 'template/test', {
    subject: 'Hi ::[[student_first_name]]::',
    text: TEXT,
    email: 'to@example.org',
    ...given,
  });
const mails = () => db().selectFrom('mails').selectAll().orderBy('id').execute();
/** Nobody but the owner makes a test older than it is. */
async function later(minutes: number): Promise<void> {
  const owner = new pg.Client(app().ownerUrl);
  await owner.connect();
  await owner.query('update email_template_tests set sent_at = sent_at - make_interval(mins => $1)', [
    minutes,
  ]);
  await owner.end();
}

test('arrives filled with an example of the program, in HTML and as text', async () => {
  expect(await send()).toMatchObject({ status: 200, body: {} });
  expect(await mails()).toMatchObject([
    {
      to_address: 'to@example.org',
      subject: '[Test] Hi Ada',
      body_text: expect.stringMatching(
        /^Hello Ada of Bright & Side <https:\/\/provost\.example\/site\/b-.*>, This is/,
      ),
      body_html: expect.stringMatching(
        /^<p style="color: red;">Hello Ada of <a href="https:.*">Bright &amp; Side<\/a>, This/,
      ),
    },
  ]);
  await send({ plain: 'By hand: ::[[program_tag]]::', from_name: 'Bright', from_email: 'x@example.org' });
  expect((await mails())[1]).toMatchObject({
    body_text: expect.stringMatching(/^By hand: b-/),
    sender: null,
    reply_to: { name: 'Bright', address: 'x@example.org' },
  });
});

describe('ten an hour', () => {
  test('fifty at once: ten go out; the next one when an hour is over', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => send()));
    expect(statusesOf(answers)).toEqual([...Array(10).fill(200), ...Array(40).fill(429)]);
    expect(await mails()).toHaveLength(10);
    const refused = await send();
    expect(refused.body.message).toMatch(
      /^Limit reached: 10 test emails per hour\. Try again in (?:59|60) minutes\.$/,
    );
    expect(Number(refused.headers['retry-after'])).toBe(refused.body.retry_after);
    await later(50);
    expect((await send()).body.message).toMatch(/in (?:9|10) minutes/);
    await later(10);
    expect((await send()).status).toBe(200);
  });

  test('are each admin’s own; what is refused does not count', async () => {
    for (const wrong of [{ text: '<script>' }, { email: 'nobody' }, { subject: '' }, { from_email: 'a\nb' }])
      for (let n = 0; n < 4; n++) expect((await send(wrong)).status).toBe(400);
    for (let n = 0; n < 10; n++) expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(429);
    const colleague = await app().as({ permissions: ['content'], program_id: program });
    expect((await send({}, colleague)).status).toBe(200);
    expect(await mails()).toHaveLength(11);
  });

  test('are forgotten once they no longer count', async () => {
    await send();
    await later(30);
    await send();
    await later(40);
    const before = await db().selectFrom('email_template_tests').select('id').execute();
    expect(await sweepTemplateTests(db(), before.length)).toBe(before.length - 1);
  });
});

test.each([
  ['email', { email: 'a@example.org, b@example.org' }],
  ['email', { email: 'a@example.org\r\nBcc: b@example.org' }],
  ['from_name', { from_name: 'a\nb' }],
  ['from_email', { from_email: 'nobody' }],
  ['subject', { subject: '::[[nobody]]::' }],
  ['text', { text: '::[[nobody]]::' }],
  ['text', { text: '::[[class_name]]::', template: 'password_reset' }],
  ['program', { program: 99_999 }, 'global'],
] as const)('400 at %s: %j', async (path, wrong, who?: string) => {
  const by = who === 'global' ? await app().as({ permissions: ['content'] }) : call;
  const { status, body } = await send(wrong, by);
  expect([status, body.errors?.[0].path]).toEqual([400, path]);
  expect(await mails()).toEqual([]);
});

test('goes to whom the caller may see of staff and programs, and to nobody else', async () => {
  const address = () => `${crypto.randomUUID()}@example.org`;
  const [own, colleague, former, elsewhere, global, support, foreign, student] = Array.from(
    { length: 8 },
    address,
  );
  const other = (await makeProgram(db(), { support_email: foreign })).id;
  await db().updateTable('programs').set({ support_email: support }).where('id', '=', program).execute();
  const bound = await app().as({ permissions: ['content'], program_id: program, email: own });
  await app().as({ permissions: ['events'], program_id: program, email: colleague });
  const gone = await app().as({ permissions: ['events'], program_id: program, email: former });
  await sql`update admins set deleted_at = now() where id = ${gone.admin_id}`.execute(db());
  await app().as({ permissions: ['content'], program_id: other, email: elsewhere });
  const everywhere = await app().as({ permissions: ['content'], email: global });
  await makeSiteUser(db(), { program_id: program, email: student });
  const takes = async (by: Call, ...addresses: (string | undefined)[]) =>
    Promise.all(addresses.map(async (email) => (await send({ email }, by)).status));
  expect(await takes(bound, own, colleague, support)).toEqual([200, 200, 200]);
  expect(await takes(bound, former, elsewhere, global, foreign, student, 'x@example.net')).toEqual(
    Array(6).fill(400),
  );
  expect(await takes(everywhere, global, own, elsewhere, support, foreign)).toEqual(Array(5).fill(200));
  const refused = await send({ email: student }, everywhere);
  expect(refused.body.errors).toEqual([{ path: 'email', message: expect.stringMatching(/another admin/) }]);
  expect(await mails()).toHaveLength(8);
});

test('another program’s example is nobody else’s', async () => {
  expect((await send({ program: (await makeProgram(db())).id })).status).toBe(403);
  const { app: fresh, end } = await openTestApp();
  const global = await fresh.as({ permissions: ['content'], email: 'a@example.org' });
  const text = '::[[class_name]]:: ::[[program_name]]::';
  expect((await global('POST', 'template/test', { subject: 'x', text, email: 'A@example.org' })).status).toBe(
    200,
  );
  await end();
});
