/** Starting a rule, or letting it reach more people: what is told, the ten minutes without a mail, and the way back. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../test/harness.ts';
import { letDaysPass, makeRule, makeStudents, sendsOfRule } from '../../../test/rows/rules.ts';
import { queueMails } from './queue-mails.ts';
import { runDueRules } from './run-email-rules.job.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
const STUDENTS = [{ field_name: 'user_type', condition: 'equals', value: 'S' }];
const NOT_ORGANIZATIONS = [{ field_name: 'user_type', condition: 'not_equals', value: 'O' }];

let program: number;
let call: Call;
beforeEach(async () => {
  await db().updateTable('email_rules').set({ active: 0 }).execute();
  await db().deleteFrom('mails').execute();
  program = (await makeProgram(db())).id;
  call = await app().as({ permissions: ['superadmin'] });
  await makeStudents(db(), program, 3);
});

const body = (more: object = {}) => ({
  name: 'A rule',
  subject: 'News',
  template: 'community-highlights.html',
  type: 'community_highlights',
  program_id: program,
  items: STUDENTS,
  run_after: new Date(Date.now() - 1000).toISOString(),
  ...more,
});
const start = async (more: object = {}) =>
  (await call('POST', 'email-rule', body({ confirmed_due_count: 3, ...more }))).body.rule;
const patch = (id: number, change: object) => call('PATCH', `email-rule/${id}`, change);
const undo = (id: number, by = call) => by('POST', `email-rule/${id}/undo`);
const turn = () => runDueRules(app().platform);
const queued = async (id: number) => (await sendsOfRule(db(), id)).length;
/** The ten minutes are over. */
const waitIsOver = (id: number) =>
  sql`update email_rules set first_mails_at = provost_now() where id = ${id}`.execute(db());
/** All who are reached have got their mail, so long ago. */
async function delivered(id: number, daysAgo = 0) {
  await turn();
  await db().updateTable('mails').set({ sent_at: sql`provost_now()` }).where('bulk', '=', true).execute();
  if (daysAgo > 0) await letDaysPass(db(), daysAgo);
  return queued(id);
}

describe('a rule that is started', () => {
  test('writes to nobody for ten minutes, and then to all', async () => {
    const rule = await start();
    expect(rule).toMatchObject({ active: 1, undo: 'pause' });
    const wait = Date.parse(rule.first_mails_at) - Date.now();
    expect(wait > 590_000 && wait <= 600_000).toBe(true);
    await turn();
    expect(await queueMails(app().platform, rule.id, 100)).toBe(0);
    expect(await queued(rule.id)).toBe(0);
    expect((await call('GET', `email-rule/${rule.id}/audience`)).body).toMatchObject({
      count: 3,
      due_count: 0,
    });
    await waitIsOver(rule.id);
    await turn();
    expect(await queued(rule.id)).toBe(3);
    expect((await call('GET', `email-rule/${rule.id}`)).body.rule).toMatchObject({
      first_mails_at: null,
      undo: null,
    });
  });

  test('is paused by an undo, and nothing of it is queued', async () => {
    const { id } = await start();
    expect((await undo(id)).body.rule).toMatchObject({ active: 0, first_mails_at: null, undo: null });
    await waitIsOver(id).catch(() => undefined);
    await turn();
    expect(await queued(id)).toBe(0);
    expect(await undo(id)).toMatchObject({ status: 409, body: { message: 'There is nothing to undo.' } });
  });

  test('over the API begins as it is sent, and 15 minutes from now where it does not say', async () => {
    const sent = (await call('POST', 'email-rule', body())).body.rule;
    expect(sent).toMatchObject({ active: 1, first_mails_at: null, undo: null });
    await turn();
    expect(await queued(sent.id)).toBe(3);
    const { run_after: _, ...silent } = body();
    const later = (await call('POST', 'email-rule', silent)).body.rule;
    const begins = Date.parse(later.run_after) - Date.now();
    expect(begins > 890_000 && begins <= 900_000).toBe(true);
    expect(await undo(sent.id)).toMatchObject({ status: 409 });
  });

  test('is not saved where noticeably more are due than were told; a few more are not noticed', async () => {
    const before = await db().selectFrom('email_rules').select('id').execute();
    const refused = await call('POST', 'email-rule', body({ confirmed_due_count: 2 - 1 }));
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'AUDIENCE_CHANGED', count: 3, message: expect.stringContaining('3 people') },
    });
    expect(await db().selectFrom('email_rules').select('id').execute()).toEqual(before);
    expect((await call('POST', 'email-rule', body({ confirmed_due_count: 2 }))).status).toBe(200);
    expect((await call('POST', 'email-rule', body({ confirmed_due_count: 50 }))).status).toBe(200);
  });
});

describe('an edit that reaches more people', () => {
  test('is told with how many are new, waits, and is taken back by an undo', async () => {
    const id = await makeRule(db(), { program_id: program });
    expect(await delivered(id)).toBe(3);
    const instructor = await makeSiteUser(db(), { program_id: program, user_type: 'I' });
    await makeStudents(db(), program, 1);
    const preview = (await call('POST', `email-rule/${id}/preview`, { items: NOT_ORGANIZATIONS })).body;
    expect(preview).toMatchObject({ due_count: 2, new_count: 1, asks: true });
    const change = { items: NOT_ORGANIZATIONS, subject: 'Wider', confirmed_due_count: 2 };
    const { rule } = (await patch(id, change)).body;
    expect(rule).toMatchObject({ undo: 'edit', items: NOT_ORGANIZATIONS });
    await turn();
    expect(await queued(id)).toBe(3);
    expect((await undo(id)).body.rule).toMatchObject({
      active: 1,
      items: STUDENTS,
      subject: 'News for ::[[student_first_name]]::',
      first_mails_at: null,
    });
    await turn();
    const reached = (await sendsOfRule(db(), id)).map(({ user_id }) => user_id);
    expect([reached.length, reached.includes(instructor.id)]).toEqual([4, false]);
  });

  test('takes what is queued back with it, also from whoever was reached before', async () => {
    const id = await makeRule(db(), { program_id: program });
    await turn();
    expect(await queued(id)).toBe(3);
    await patch(id, { repeat_count: 5, confirmed_due_count: 3 });
    expect(await queued(id)).toBe(0);
    await turn();
    expect(await queued(id)).toBe(0);
  });

  test.each<[what: string, from: object, change: object, asks: boolean]>([
    ['another subject', {}, { subject: 'Other' }, false],
    ['fewer people', { items: JSON.stringify(NOT_ORGANIZATIONS) }, { items: STUDENTS }, false],
    ['further apart', { repeat_count: 0 }, { every_days: 30 }, false],
    ['a later begin', {}, { run_after: '2199-01-01T00:00:00Z' }, false],
    ['a pause', {}, { active: 0 }, false],
    ['going on', { active: 0 }, { active: 1 }, true],
    ['an earlier begin', { run_after: '2199-01-01T00:00:00Z' }, { run_after: '2020-01-01T00:00:00Z' }, true],
    ['every program', {}, { program_id: 0 }, true],
    ['another type, which other people have ended', {}, { type: 'daily_quiz' }, true],
  ])('is asked about where it is one: %s', async (_what, from, change, asks) => {
    await makeSiteUser(db(), { program_id: (await makeProgram(db())).id, user_type: 'S' });
    const { id: quiet } = await makeSiteUser(db(), { program_id: program, user_type: 'S' });
    await db()
      .insertInto('email_unsubscribes')
      .values({ user_id: quiet, type: 'community_highlights' })
      .execute();
    const id = await makeRule(db(), { program_id: program, ...from });
    expect((await call('POST', `email-rule/${id}/preview`, change)).body.asks).toBe(asks);
  });

  test.each<[what: string, days: number, change: object, due: number]>([
    ['more often', 40, { repeat_count: 2 }, 3],
    ['more often, but not yet', 0, { repeat_count: 2, every_days: 7 }, 0],
  ])('to people who had their last mail: %s', async (_what, days, change, due) => {
    const id = await makeRule(db(), { program_id: program });
    await delivered(id, days);
    const preview = (await call('POST', `email-rule/${id}/preview`, change)).body;
    expect(preview).toMatchObject({ due_count: due, new_count: 3, asks: true });
  });

  test('sooner after the last mail is one: those who waited are due at once', async () => {
    const id = await makeRule(db(), { program_id: program, repeat_count: 0, every_days: 30 });
    await delivered(id, 10);
    const preview = (await call('POST', `email-rule/${id}/preview`, { every_days: 5 })).body;
    expect(preview).toMatchObject({ due_count: 3, new_count: 3, asks: true });
  });

  test('of a rule whose conditions nobody understands is one', async () => {
    const id = await makeRule(db(), { program_id: program, items: JSON.stringify(['x']) });
    const preview = (await call('POST', `email-rule/${id}/preview`, { items: STUDENTS })).body;
    expect(preview).toMatchObject({ due_count: 3, asks: true });
  });
});

describe('within the ten minutes', () => {
  test('a second wider edit begins them anew, and one undo takes both back', async () => {
    const id = await makeRule(db(), { program_id: program });
    await patch(id, { items: NOT_ORGANIZATIONS, confirmed_due_count: 3 });
    await sql`update email_rules set first_mails_at = provost_now() + interval '1 minute' where id = ${id}`.execute(
      db(),
    );
    await makeSiteUser(db(), { program_id: (await makeProgram(db())).id });
    const { rule } = (await patch(id, { program_id: 0, confirmed_due_count: 100_000 })).body;
    expect(Date.parse(rule.first_mails_at) - Date.now()).toBeGreaterThan(590_000);
    expect((await undo(id)).body.rule).toMatchObject({ items: STUDENTS, program_id: program, active: 1 });
  });

  test('a save without a question leaves the wait, and pausing as the way back', async () => {
    const id = await makeRule(db(), { program_id: program });
    await patch(id, { items: NOT_ORGANIZATIONS, confirmed_due_count: 3 });
    const { rule } = (await patch(id, { subject: 'Corrected' })).body;
    expect(rule).toMatchObject({ undo: 'pause', first_mails_at: expect.any(String) });
    expect((await undo(id)).body.rule).toMatchObject({
      active: 0,
      subject: 'Corrected',
      items: NOT_ORGANIZATIONS,
    });
    expect(await queued(id)).toBe(0);
  });

  test('pausing ends the wait; whoever goes on over the API goes on at once', async () => {
    const { id } = await start();
    expect((await patch(id, { active: 0 })).body.rule).toMatchObject({ first_mails_at: null, undo: null });
    expect((await undo(id)).status).toBe(409);
    await patch(id, { active: 1 });
    await turn();
    expect(await queued(id)).toBe(3);
  });

  test('a bound admin undoes what is theirs, and never moves a rule out of reach', async () => {
    const bound = await app().as({ permissions: ['content'], program_id: program });
    const other = await app().as({ permissions: ['content'], program_id: (await makeProgram(db())).id });
    const { id } = await start();
    expect((await undo(id, other)).status).toBe(404);
    expect((await undo(id, bound)).body.rule.active).toBe(0);
    const moved = await makeRule(db(), { program_id: null });
    await patch(moved, { program_id: program, confirmed_due_count: 100_000 });
    expect((await undo(moved, bound)).status).toBe(403);
    expect((await undo(moved)).body.rule.program_id).toBe(0);
  });
});

test('a pass leaves a rule alone that is being undone at that moment', async () => {
  const { id } = await start();
  await waitIsOver(id);
  // Still in time as it began, the undo has written and is about to commit.
  const undoing = await db().startTransaction().execute();
  await undoing.updateTable('email_rules').set({ active: 0 }).where('id', '=', id).execute();
  expect(await queueMails(app().platform, id, 100)).toBe(0);
  await undoing.commit().execute();
  expect(await queued(id)).toBe(0);
});

test('undo beside the pass, at the very moment: mails or an undo, never both', async () => {
  for (let round = 0; round < 12; round++) {
    const { id } = await start();
    await sql`update email_rules set first_mails_at = provost_now() + make_interval(secs => ${0.02 * (round % 4)})
      where id = ${id}`.execute(db());
    const passes = Array.from({ length: 4 }, () => queueMails(app().platform, id, 100));
    const undos = Array.from({ length: 4 }, () => undo(id));
    const answers = statusesOf(await Promise.all(undos));
    await Promise.all(passes);
    await turn();
    const undone = answers.includes(200);
    expect([undone, await queued(id)], `round ${round}: ${answers.join()}`).toEqual([undone, undone ? 0 : 3]);
    expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
    await db().updateTable('email_rules').set({ active: 0 }).execute();
  }
});
