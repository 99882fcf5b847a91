/** Who gets a mail of a rule, how often, and what becomes of it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverDueMails } from '../../../server/mail/deliver-mails.job.ts';
import { sendMail, sweepBulkMails } from '../../../server/mail/mail.ts';
import type { Platform } from '../../../server/platform.ts';
import { makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import { openSmtp } from '../../../test/peers/smtp-server.ts';
import { letDaysPass, makeRule, makeStudents, nameOf, sendsOfRule } from '../../../test/rows/rules.ts';
import { runDueRules } from './run-email-rules.job.ts';

const app = useTestApp({
  mailFrom: 'Provost <no-reply@provost.example>',
  publicUrl: 'https://office.example.com',
});
const db = () => app().platform.database.everything;
let smtp: Awaited<ReturnType<typeof openSmtp>>;
let program: number;

beforeAll(async () => {
  smtp = await openSmtp();
});
afterAll(() => smtp.close());
beforeEach(async () => {
  await db().updateTable('email_rules').set({ active: 0 }).execute();
  await db().deleteFrom('mails').execute();
  smtp.taken.length = 0;
  program = (await makeProgram(db())).id;
});

const through = (more: object = {}): Platform => ({
  ...app().platform,
  config: { ...app().platform.config, smtpUrl: `smtp://127.0.0.1:${smtp.port}`, ...more },
});
const run = async (platform = through()) => {
  await runDueRules(platform);
  await deliverDueMails(platform);
};
const superadmin = () => app().as({ permissions: ['superadmin'] });
const sentTo = async (rule: number) =>
  (await sendsOfRule(db(), rule)).filter(({ state }) => state === 'sent');

describe('a turn', () => {
  test('writes once to whoever is reached, and to nobody else', async () => {
    const students = await makeStudents(db(), program, 3);
    const elsewhere = (await makeProgram(db())).id;
    await makeStudents(db(), elsewhere, 1);
    await makeSiteUser(db(), { program_id: program, user_type: 'I' });
    await makeSiteUser(db(), { program_id: program, del_status: 1 });
    await makeSiteUser(db(), { program_id: program, bounced_at: new Date().toISOString(), mail_failures: 5 });
    const [one, all, other] = [
      await makeSiteUser(db(), { program_id: program }),
      await makeSiteUser(db(), { program_id: program }),
      await makeSiteUser(db(), { program_id: program }),
    ];
    await db()
      .insertInto('email_unsubscribes')
      .values([
        { user_id: one.id, type: 'community_highlights' },
        { user_id: all.id, type: 'all' },
        { user_id: other.id, type: 'daily_quiz' },
      ])
      .execute();
    const rule = await makeRule(db(), { program_id: program });
    await run();
    await run();
    expect(await sendsOfRule(db(), rule)).toEqual(
      [...students, other.id].map((user_id) => ({ user_id, number: 1, state: 'sent' })),
    );
    expect(smtp.taken).toHaveLength(4);
  });

  test('of a rule for every program writes to all of them, none without a home', async () => {
    const elsewhere = (await makeProgram(db())).id;
    const users = [...(await makeStudents(db(), program, 1)), ...(await makeStudents(db(), elsewhere, 1))];
    await makeSiteUser(db(), { program_id: null });
    const rule = await makeRule(db(), { program_id: null });
    await run();
    const reached = (await sentTo(rule)).map(({ user_id }) => user_id);
    expect(reached).toEqual(expect.arrayContaining(users));
    const homes = await db()
      .selectFrom('site_users')
      .select('program_id')
      .where('id', 'in', reached)
      .execute();
    expect(homes.filter(({ program_id }) => program_id === null)).toEqual([]);
  });

  test('comes not before its moment, not more often than told, and days apart', async () => {
    const [user] = await makeStudents(db(), program, 1);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const rule = await makeRule(db(), {
      program_id: program,
      run_after: later,
      repeat_count: 2,
      every_days: 7,
    });
    await run();
    expect(await sentTo(rule)).toEqual([]);
    await db()
      .updateTable('email_rules')
      .set({ run_after: new Date(0).toISOString() })
      .where('id', '=', rule)
      .execute();
    await run();
    await letDaysPass(db(), 6);
    await run();
    expect(await sentTo(rule)).toHaveLength(1);
    await letDaysPass(db(), 1);
    await run();
    await letDaysPass(db(), 700);
    await run();
    expect(await sentTo(rule)).toEqual([1, 2].map((number) => ({ user_id: user, number, state: 'sent' })));
    await db().updateTable('email_rules').set({ repeat_count: 0 }).where('id', '=', rule).execute();
    await run();
    expect((await sentTo(rule)).map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  test('tells beforehand whom it will write to', async () => {
    await makeStudents(db(), program, 2);
    const rule = await makeRule(db(), { program_id: program });
    const call = await superadmin();
    const audience = async () => (await call('GET', `email-rule/${rule}/audience`)).body;
    expect(await audience()).toMatchObject({ count: 2, due_count: 2 });
    await run();
    expect(await audience()).toMatchObject({ count: 2, due_count: 0, due: [] });
  });

  test('sends a mail with both parts, its sender and the way to end it', async () => {
    const user = await makeSiteUser(db(), { program_id: program, first_name: 'Zoë <b>&' });
    const own = await makeRule(db(), { program_id: program, from_name: 'Evil", "<x@y.z>' });
    const foreign = await makeRule(db(), { program_id: program, from_email: 'boss@elsewhere.example' });
    await run();
    const [mine, theirs] = [own, foreign].map(
      (rule) => smtp.taken.find(({ text }) => nameOf(text).startsWith(`${rule}-`))?.text ?? '',
    );
    expect(nameOf(mine ?? '')).toBe(`${own}-${user.id}-1`);
    const head = (mine ?? '').slice(0, (mine ?? '').indexOf('\r\n\r\n')).replaceAll(/\r\n\s+/g, ' ');
    expect(head).toMatch(/^From: .*<news@provost\.example>$/m);
    expect(head.match(/^From:.*@/gm)).toHaveLength(1);
    expect(head).toMatch(/^List-Unsubscribe: <https:\/\/office\.example\.com\/unsubscribe\/[\w-]+>$/m);
    expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(mine).toContain('text/plain');
    expect(mine).toContain('text/html');
    const html = decoded(mine ?? '').split('text/html')[1];
    expect(html).toContain('Zoë &lt;b&gt;&amp;');
    expect(html).not.toContain('<b>');
    const other = (theirs ?? '').slice(0, (theirs ?? '').indexOf('\r\n\r\n'));
    expect(other).toMatch(/^From: Provost <no-reply@provost\.example>$/m);
    expect(other).toMatch(/^Reply-To: .*boss@elsewhere\.example/m);
  });

  test('is each taken once by two processes that run and deliver at once', async () => {
    const students = await makeStudents(db(), program, 40);
    const rules = [
      await makeRule(db(), { program_id: program }),
      await makeRule(db(), { program_id: program }),
    ];
    await Promise.all([run(), run(), runDueRules(through()), run()]);
    await run();
    const expected = rules.flatMap((rule) => students.map((user) => `${rule}-${user}-1`)).toSorted();
    expect(smtp.taken.map(({ text }) => nameOf(text)).toSorted()).toEqual(expected);
    for (const rule of rules) expect(await sentTo(rule)).toHaveLength(40);
  });
});

describe('a rule that fails', () => {
  test('is marked, keeps no other from its turn, and is well again once it is saved', async () => {
    await makeStudents(db(), program, 1);
    const broken = await makeRule(db(), { program_id: program, template: 'gone.html' });
    const sound = await makeRule(db(), { program_id: program });
    await run();
    expect(await sentTo(sound)).toHaveLength(1);
    const call = await superadmin();
    const failed = async () => (await call('GET', `email-rules?failed=1&program_id=${program}`)).body.rules;
    expect(await failed()).toMatchObject([{ id: broken, failure: expect.stringContaining('gone.html') }]);
    const since = (await failed())[0].failed_at;
    await run();
    expect((await failed())[0].failed_at).toBe(since);
    await call('PATCH', `email-rule/${broken}`, { template: 'community-highlights.html' });
    expect(await failed()).toEqual([]);
    await run();
    expect(await sentTo(broken)).toHaveLength(1);
  });
});

describe('a rule whose conditions nobody understands, as they were written by hand', () => {
  const SOUND = { field_name: 'user_type', condition: 'equals', value: 'S' };
  const WRONG = 'Condition 2 is not valid. Edit the rule, choose the condition again and save.';

  test.each<[stored: unknown, shown: object]>([
    [null, { field_name: null, condition: null, value: null }],
    ['x', { field_name: null, condition: null, value: null }],
    [[], { field_name: null, condition: null, value: null }],
    [{}, { field_name: null, condition: null, value: null }],
    [
      { field_name: 'password', condition: 'equals', value: 1 },
      { field_name: null, condition: null, value: null },
    ],
    [
      { field_name: 'dateadded', condition: 'days_old', value: 3 },
      { field_name: 'dateadded', condition: null, value: 3 },
    ],
    [
      { field_name: 'dateadded', condition: 'equals', value: -3 },
      { field_name: 'dateadded', condition: null, value: null },
    ],
    [
      { field_name: 'lilt_total', condition: 'greater', value: 'I' },
      { field_name: 'lilt_total', condition: 'greater', value: null },
    ],
    [
      { field_name: 'membership', condition: 'equals', value: { $gt: 0 } },
      { field_name: 'membership', condition: 'equals', value: null },
    ],
    [
      { field_name: 'user_type', condition: 'equals' },
      { field_name: 'user_type', condition: 'equals', value: null },
    ],
  ])('fails for itself alone, is shown, and is mended by a save: %j', async (stored, shown) => {
    const [user] = await makeStudents(db(), program, 1);
    const broken = await makeRule(db(), { program_id: program, items: JSON.stringify([SOUND, stored]) });
    const sound = await makeRule(db(), { program_id: program });
    await run();
    expect(await sentTo(sound)).toHaveLength(1);
    expect(await sendsOfRule(db(), broken)).toEqual([]);
    const call = await superadmin();
    const { body } = await call('GET', `email-rules?failed=1&program_id=${program}`);
    expect(body.rules).toMatchObject([{ id: broken, failure: WRONG, items: [SOUND, shown] }]);
    expect((await call('GET', `email-rule/${broken}`)).body.rule).toEqual(body.rules[0]);
    expect((await call('GET', `email-rule/${broken}/audience`)).body).toMatchObject({ message: WRONG });
    // A save of something else leaves it as it was written.
    for (const active of [0, 1])
      expect((await call('PATCH', `email-rule/${broken}`, { active })).status).toBe(200);
    const kept = db().selectFrom('email_rules').select('items').where('id', '=', broken);
    expect((await kept.executeTakeFirst())?.items).toEqual([SOUND, stored]);
    const saved = await call('PATCH', `email-rule/${broken}`, { items: [SOUND] });
    expect(saved.body.rule).toMatchObject({ failed_at: null, failure: null, items: [SOUND] });
    await run();
    expect(await sentTo(broken)).toEqual([{ user_id: user, number: 1, state: 'sent' }]);
  });
});

describe('a rule that is saved', () => {
  test.each([
    ['subject', 'For ::[[class_name]]::'],
    ['subject', 'For [[::nobody::]]'],
    ['subject', 'Two\r\nBcc: x@example.org'],
    ['from_name', 'A\nB'],
    ['from_email', 'nobody'],
    ['template', '../templates/community-highlights.html'],
    ['every_days', 0],
    ['repeat_count', -1],
    ['items', []],
  ])('is refused for its %s %j', async (field, value) => {
    const rule = await makeRule(db(), { program_id: program });
    const { status, body } = await (await superadmin())('PATCH', `email-rule/${rule}`, { [field]: value });
    expect([status, body.errors[0].path]).toEqual([400, field]);
  });
});

describe('a rule that pauses', () => {
  test('stops what is queued, also for a bound admin, and goes on where it stopped', async () => {
    const students = await makeStudents(db(), program, 3);
    const rule = await makeRule(db(), { program_id: program });
    await runDueRules(through());
    expect((await sendsOfRule(db(), rule)).map(({ state }) => state)).toEqual(['queued', 'queued', 'queued']);
    const call = await app().as({ permissions: ['content'], program_id: program });
    expect((await call('PATCH', `email-rule/${rule}`, { active: 0 })).status).toBe(200);
    expect(await sendsOfRule(db(), rule)).toEqual([]);
    await run();
    expect(smtp.taken).toEqual([]);
    await call('PATCH', `email-rule/${rule}`, { active: 1 });
    await run();
    expect(await sentTo(rule)).toEqual(students.map((user_id) => ({ user_id, number: 1, state: 'sent' })));
  });

  test('leaves alone what is being handed over', async () => {
    await makeStudents(db(), program, 2);
    const rule = await makeRule(db(), { program_id: program });
    await runDueRules(through());
    const [first] = await db()
      .selectFrom('email_rule_sends')
      .select('mail_id')
      .where('rule_id', '=', rule)
      .execute();
    await db()
      .updateTable('mails')
      .set({ handed_at: sql`provost_now()`, attempts: 1, next_at: sql`provost_now() + interval '1 minute'` })
      .where('id', '=', first?.mail_id ?? 0)
      .execute();
    await db().updateTable('email_rules').set({ active: 0 }).where('id', '=', rule).execute();
    expect((await sendsOfRule(db(), rule)).map(({ state }) => state)).toEqual(['queued']);
  });
});

describe('what is queued', () => {
  test.each<[what: string, change: (id: number) => Promise<unknown>]>([
    ['deleted', (id) => sql`update site_users set del_status = 1 where id = ${id}`.execute(db())],
    ['bounced', (id) => sql`update site_users set bounced_at = now() where id = ${id}`.execute(db())],
    [
      'under another address',
      (id) => sql`update site_users set email = 'x' || email where id = ${id}`.execute(db()),
    ],
    [
      'at home elsewhere',
      async (id) =>
        sql`update site_users set program_id = ${(await makeProgram(db())).id} where id = ${id}`.execute(
          db(),
        ),
    ],
    [
      'unsubscribed by somebody who was quicker than the turn',
      (id) => db().insertInto('email_unsubscribes').values({ user_id: id, type: 'all' }).execute(),
    ],
  ])('does not go to whoever is %s by then', async (_what, change) => {
    const [gone = 0, stays = 0] = await makeStudents(db(), program, 2);
    const rule = await makeRule(db(), { program_id: program });
    await runDueRules(through());
    await change(gone);
    await deliverDueMails(through());
    expect(await sendsOfRule(db(), rule)).toEqual([{ user_id: stays, number: 1, state: 'sent' }]);
    expect(await db().selectFrom('mails').select('id').where('sent_at', 'is', null).execute()).toEqual([]);
  });

  test('goes out as the rule says by then', async () => {
    await makeStudents(db(), program, 1);
    const rule = await makeRule(db(), { program_id: program, subject: 'Wrong' });
    await runDueRules(through());
    await (await superadmin())('PATCH', `email-rule/${rule}`, { subject: 'Right' });
    await run();
    expect(smtp.taken.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim())).toEqual(['Right']);
  });

  test('and put off again and again keeps no other rule from its turn', async () => {
    const elsewhere = (await makeProgram(db())).id;
    await makeStudents(db(), program, 40);
    await makeStudents(db(), elsewhere, 3);
    const stuck = await makeRule(db(), { program_id: program });
    const platform = through({ mailPerMinute: 4 });
    await runDueRules(platform);
    expect(await sendsOfRule(db(), stuck)).toHaveLength(20);
    await sql`update mails set attempts = 3, last_error = 'put off', next_at = now() + interval '1 hour' where bulk`.execute(
      db(),
    );
    const honest = await makeRule(db(), { program_id: elsewhere });
    await runDueRules(platform);
    expect(await sendsOfRule(db(), honest)).toHaveLength(3);
    expect(await sendsOfRule(db(), stuck)).toHaveLength(20);
  });

  test('is given up after three days of being put off, without a word about the address', async () => {
    const [user = 0] = await makeStudents(db(), program, 1);
    const rule = await makeRule(db(), { program_id: program });
    await runDueRules(through());
    await sql`update mails set attempts = 9, last_error = 'put off', created_at = now() - interval '4 days' where bulk`.execute(
      db(),
    );
    await deliverDueMails(through());
    expect(await sendsOfRule(db(), rule)).toEqual([{ user_id: user, number: 1, state: 'refused' }]);
    expect(
      await db().selectFrom('site_users').select('mail_failures').where('id', '=', user).executeTakeFirst(),
    ).toEqual({ mail_failures: 0 });
  });

  test('shows nothing of whoever has moved on to another program', async () => {
    const [user = 0] = await makeStudents(db(), program, 1);
    const rule = await makeRule(db(), { program_id: program });
    await db()
      .insertInto('email_rule_sends')
      .values({
        rule_id: rule,
        user_id: user,
        number: 1,
        state: 'refused',
        reason: '550 <ada@example.org>',
        finished_at: sql`now()`,
      })
      .execute();
    const call = await app().as({ permissions: ['content'], program_id: program });
    const sends = async () => (await call('GET', `email-rule/${rule}/sends`)).body.sends;
    expect(await sends()).toMatchObject([{ user_id: user, reason: '550 <ada@example.org>' }]);
    await sql`update site_users set program_id = ${(await makeProgram(db())).id} where id = ${user}`.execute(
      db(),
    );
    expect(await sends()).toMatchObject([{ user_id: 0, email: '', reason: null, state: 'refused' }]);
  });
});

describe('delivery', () => {
  test('goes in portions behind what somebody waits for', async () => {
    await makeStudents(db(), program, 12);
    await makeRule(db(), { program_id: program });
    const platform = through({ mailPerMinute: 5 });
    await runDueRules(platform);
    await sendMail(db(), { to_address: 'waiting@example.org', subject: 'Now', body_text: 'x' });
    await deliverDueMails(platform);
    expect(smtp.taken.map(({ to }) => to)).toContain('waiting@example.org');
    expect(smtp.taken).toHaveLength(6);
    await deliverDueMails(platform);
    expect(smtp.taken).toHaveLength(6);
    await sql`update mails set taken_at = taken_at - interval '1 minute'`.execute(db());
    await deliverDueMails(platform);
    expect(smtp.taken).toHaveLength(11);
  });

  test('is queued for one turn at most, and the rules take turns', async () => {
    await makeStudents(db(), program, 30);
    const [first, second] = [
      await makeRule(db(), { program_id: program }),
      await makeRule(db(), { program_id: program }),
    ];
    const platform = through({ mailPerMinute: 4 });
    await runDueRules(platform);
    expect(await sendsOfRule(db(), first)).toHaveLength(20);
    await runDueRules(platform);
    expect(await sendsOfRule(db(), second)).toHaveLength(0);
    await db().updateTable('mails').set({ sent_at: sql`provost_now()` }).where('bulk', '=', true).execute();
    await runDueRules(platform);
    expect(await sendsOfRule(db(), second)).toHaveLength(20);
  });

  test('that loses its connection behind the text is not tried again', async () => {
    const dying = await openSmtp({
      onData(stream) {
        stream.on('data', () => {});
        stream.on('end', () => dying.drop());
      },
    });
    await makeStudents(db(), program, 1);
    const rule = await makeRule(db(), { program_id: program });
    const platform = through({ smtpUrl: `smtp://127.0.0.1:${dying.port}` });
    await runDueRules(platform);
    await deliverDueMails(platform);
    expect((await sendsOfRule(db(), rule)).map(({ state }) => state)).toEqual(['unknown']);
    await sql`update mails set next_at = provost_now() - interval '1 minute'`.execute(db());
    await run();
    expect(smtp.taken).toEqual([]);
    await dying.close();
  });

  test('that is put off behind the text is tried again', async () => {
    const full = await openSmtp({
      onData(stream, _session, done) {
        stream.on('data', () => {});
        stream.on('end', () => done(Object.assign(new Error('4.2.2 Full'), { responseCode: 452 })));
      },
    });
    await makeStudents(db(), program, 1);
    const rule = await makeRule(db(), { program_id: program });
    const platform = through({ smtpUrl: `smtp://127.0.0.1:${full.port}` });
    await runDueRules(platform);
    await deliverDueMails(platform);
    expect((await sendsOfRule(db(), rule)).map(({ state }) => state)).toEqual(['queued']);
    await sql`update mails set next_at = provost_now()`.execute(db());
    await run();
    expect(await sentTo(rule)).toHaveLength(1);
    await full.close();
  });

  test('waits for a mail server that is dead, and holds up nobody', async () => {
    await makeStudents(db(), program, 3);
    const rule = await makeRule(db(), { program_id: program });
    const platform = through({ smtpUrl: 'smtp://127.0.0.1:1' });
    await runDueRules(platform);
    await deliverDueMails(platform);
    expect((await sendsOfRule(db(), rule)).map(({ state }) => state)).toEqual(['queued', 'queued', 'queued']);
    await sql`update mails set next_at = provost_now()`.execute(db());
    await run();
    expect(await sentTo(rule)).toHaveLength(3);
  });

  test('keeps no text of what went out, and no mail for ever', async () => {
    await makeStudents(db(), program, 1);
    const rule = await makeRule(db(), { program_id: program });
    await run();
    expect(
      await db().selectFrom('mails').select(['body_text', 'body_html']).where('bulk', '=', true).execute(),
    ).toEqual([{ body_text: '', body_html: null }]);
    expect(await sweepBulkMails(db(), 100)).toBe(0);
    await sql`update mails set taken_at = taken_at - interval '31 days'`.execute(db());
    expect(await sweepBulkMails(db(), 100)).toBe(1);
    expect(await sentTo(rule)).toHaveLength(1);
  });
});

/** The text without what quoted-printable does to it. */
function decoded(mail: string): string {
  const bytes = mail
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
