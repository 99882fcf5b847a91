/** Conditions of a rule over HTTP: as they are sent and read, whom they may name, and whose sales and enrolments count. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  makeCategory,
  makeClass,
  makeEnrolment,
  makeInstructor,
  makeProgram,
  makeSiteUser,
} from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { makeCharge } from '../../../test/rows/charges.ts';
import { makeRule, sendsOfRule } from '../../../test/rows/rules.ts';
import { runDueRules } from './run-email-rules.job.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
const QUIET = { field_name: 'bought', condition: 'not_in_last_days', value: 60 };
const ANYBODY = { field_name: 'dateadded', condition: 'days_newer_than', value: 30 };
const group = (...items: object[]) => ({ match: 'all', items });

let program: number;
let other: number;
let call: Call;
let staff: Call;
beforeEach(async () => {
  await db().updateTable('email_rules').set({ active: 0 }).execute();
  [program, other] = [(await makeProgram(db())).id, (await makeProgram(db())).id];
  call = await app().as({ permissions: ['superadmin'] });
  staff = await app().as({ permissions: ['content'], program_id: program });
});

const body = (more: object = {}) => ({
  name: 'A rule',
  subject: 'News',
  template: 'community-highlights.html',
  type: 'community_highlights',
  program_id: program,
  items: [ANYBODY],
  run_after: new Date(Date.now() - 1000).toISOString(),
  ...more,
});
const person = async (program_id = program) => (await makeSiteUser(db(), { program_id })).id;
async function classOf(program_id = program) {
  const { id: instructor_id } = await makeInstructor(db(), { program_id: null });
  return makeClass(db(), { instructor_id, program_id });
}
async function sell(student_id: number, sold: Awaited<ReturnType<typeof classOf>>, days = 1) {
  return makeCharge(db(), {
    student_id,
    class_id: sold.id,
    instructor_id: sold.instructor_id ?? 0,
    program_id: sold.program_id,
    created_at: new Date(Date.now() - days * 86_400_000).toISOString(),
  });
}
const reached = async (id: number, by = call) =>
  ((await by('GET', `email-rule/${id}/audience`)).body.users as { id: number }[]).map((user) => user.id);
const tested = async (audience: object, by = call) =>
  (
    (await by('POST', 'email-rule/test', { program_id: program, ...audience })).body.users as { id: number }[]
  ).map((user) => user.id);

describe('a rule that knows more', () => {
  test('is read as it was sent, is sent back as it was read, and keeps its groups from who names only its items', async () => {
    const { id: class_id } = await classOf();
    const audience = {
      items: [QUIET, { field_name: 'bought_amount', condition: 'less', value: 12.5, currency: 'EUR' }],
      items_match: 'any',
      groups: [group({ field_name: 'country', condition: 'any_of', value: ['DE', 'AT'] })],
      groups_match: 'any',
      exclude: [group({ field_name: 'enrolled_class', condition: 'any_of', value: [class_id] })],
    };
    const { rule } = (await call('POST', 'email-rule', body(audience))).body;
    expect(rule).toMatchObject(audience);
    expect((await call('GET', `email-rule/${rule.id}`)).body.rule).toEqual(rule);
    const { id, ran_at: _, failed_at: _f, failure: _w, first_mails_at: _m, undo: _u, ...read } = rule;
    const again = await call('PATCH', `email-rule/${id}`, { ...read, active: Boolean(read.active) });
    expect(again).toMatchObject({
      status: 200,
      body: { rule: { ...audience, updated_at: rule.updated_at } },
    });
    const changed = (await call('PATCH', `email-rule/${id}`, { items: [ANYBODY] })).body.rule;
    expect(changed).toMatchObject({ ...audience, items: [ANYBODY] });
  });

  test('of before is one group, all of whose conditions hold', async () => {
    const id = await makeRule(db(), { program_id: program });
    expect((await call('GET', `email-rule/${id}`)).body.rule).toMatchObject({
      items: [{ field_name: 'user_type', condition: 'equals', value: 'S' }],
      items_match: 'all',
      groups: [],
      groups_match: 'all',
      exclude: [],
    });
  });

  test.each<[what: string, sent: object, path: string]>([
    [
      'a list that is none',
      { items: [{ field_name: 'country', condition: 'any_of', value: 'S' }] },
      'items.0.value',
    ],
    [
      'a country that is none',
      { items: [{ field_name: 'country', condition: 'any_of', value: ['XX'] }] },
      'items.0.value',
    ],
    ['a value beside never', { items: [{ ...QUIET, condition: 'never' }] }, 'items.0.value'],
    [
      'an amount without a currency',
      { items: [{ field_name: 'bought_amount', condition: 'less', value: 1 }] },
      'items.0.currency',
    ],
    ['a currency of days', { items: [{ ...QUIET, currency: 'USD' }] }, 'items.0.currency'],
    [
      'half a yen',
      { items: [{ field_name: 'bought_amount', condition: 'less', value: 1.5, currency: 'JPY' }] },
      'items.0.value',
    ],
    ['an empty group', { groups: [{ match: 'any', items: [] }] }, 'groups.0.items'],
    ['six groups', { exclude: Array.from({ length: 6 }, () => group(ANYBODY)) }, 'exclude'],
    [
      'a class that is none',
      { exclude: [group(ANYBODY, { field_name: 'bought_class', condition: 'any_of', value: [999_999] })] },
      'exclude.0.items.1.value',
    ],
  ])('is refused with %s, by its field', async (_, sent, path) => {
    const refused = await call('POST', 'email-rule', body(sent));
    expect(refused).toMatchObject({ status: 400, body: { errors: [expect.objectContaining({ path })] } });
  });

  test('is told with how many are new where an edit lets one more in by any of its parts, and waits', async () => {
    const [quiet, buyer] = [await person(), await person()];
    await sell(buyer, await classOf(), 40);
    const { rule } = (await call('POST', 'email-rule', body({ items: [QUIET], exclude: [] }))).body;
    expect(await reached(rule.id)).toEqual([quiet]);
    const preview = async (change: object) =>
      (await call('POST', `email-rule/${rule.id}/preview`, change)).body;
    const wider = { items: [{ ...QUIET, value: 30 }] };
    expect(await preview(wider)).toMatchObject({ due_count: 2, new_count: 1, asks: true });
    const either = {
      items_match: 'any',
      items: [QUIET, { field_name: 'bought', condition: 'ever', value: null }],
    };
    expect(await preview(either)).toMatchObject({ due_count: 2, new_count: 1, asks: true });
    const beside = {
      groups_match: 'any',
      groups: [group({ field_name: 'bought', condition: 'ever', value: null })],
    };
    expect(await preview(beside)).toMatchObject({ due_count: 2, new_count: 1, asks: true });
    expect(await preview({ items: [{ ...QUIET, value: 90 }] })).toMatchObject({ new_count: 0, asks: false });
    const narrow = { ...wider, exclude: [group({ field_name: 'bought', condition: 'ever', value: null })] };
    expect(await preview(narrow)).toMatchObject({ due_count: 1, new_count: 0, asks: false });

    await call('PATCH', `email-rule/${rule.id}`, narrow);
    expect(await preview({ exclude: [] })).toMatchObject({ due_count: 2, new_count: 1, asks: true });
    const saved = (await call('PATCH', `email-rule/${rule.id}`, { exclude: [], confirmed_due_count: 2 })).body
      .rule;
    expect(saved).toMatchObject({ exclude: [], undo: 'edit' });
    await runDueRules(app().platform);
    expect(await sendsOfRule(db(), rule.id)).toEqual([]);
    const undone = (await call('POST', `email-rule/${rule.id}/undo`)).body.rule;
    expect(undone).toMatchObject({ ...narrow, first_mails_at: null });
    await runDueRules(app().platform);
    expect((await sendsOfRule(db(), rule.id)).map(({ user_id }) => user_id)).toEqual([quiet]);
  });

  test('takes back what is queued where a group or an exclusion changes', async () => {
    await person();
    const id = await makeRule(db(), { program_id: program });
    await runDueRules(app().platform);
    expect(await sendsOfRule(db(), id)).toHaveLength(1);
    const excluded = { exclude: [group({ field_name: 'bought', condition: 'never', value: null })] };
    await call('PATCH', `email-rule/${id}`, excluded);
    expect(await sendsOfRule(db(), id)).toEqual([]);
  });

  test('that has a group nobody can read mails no one and says which condition', async () => {
    await person();
    const broken = [{ match: 'any', items: [{ field_name: 'shoe_size', condition: 'equals', value: 44 }] }];
    const id = await makeRule(db(), { program_id: program, exclude: JSON.stringify(broken) });
    await runDueRules(app().platform);
    expect(await sendsOfRule(db(), id)).toEqual([]);
    expect((await call('GET', `email-rule/${id}`)).body.rule.failure).toContain('Condition 2 is not valid');
  });
});

describe('between programs', () => {
  test('a rule counts the sales and enrolments of its own program alone, for staff, for all and in its run', async () => {
    const [theirs, ours] = [await classOf(other), await classOf()];
    const [here, there] = [await person(), await person()];
    const stranger = await person(other);
    await sell(here, ours);
    for (const user_id of [there, stranger]) {
      await sell(user_id, theirs);
      await makeEnrolment(db(), { class_id: theirs.id, user_id });
    }
    await makeEnrolment(db(), { class_id: ours.id, user_id: here });
    const nothing = { items: [{ field_name: 'bought', condition: 'never', value: null }] };
    const { rule } = (await staff('POST', 'email-rule', body(nothing))).body;
    for (const by of [staff, call]) {
      expect(await reached(rule.id, by)).toEqual([there]);
      expect(await tested(nothing, by)).toEqual([there]);
    }
    await runDueRules(app().platform);
    expect((await sendsOfRule(db(), rule.id)).map(({ user_id }) => user_id)).toEqual([there]);

    const enrolled = {
      items: [{ field_name: 'enrolled_class', condition: 'none_of', value: [ours.id, theirs.id] }],
    };
    for (const by of [staff, call]) expect(await tested(enrolled, by)).toEqual([there]);
    expect(await tested({ ...nothing, program_id: other }, staff)).toEqual([there]);
    // Of every program, all sales count.
    const everywhere = await tested({ ...nothing, program_id: 0 });
    expect([here, there, stranger].filter((id) => everywhere.includes(id))).toEqual([]);
  });

  test('staff name classes, categories and programs of their own; what a rule names already may stay', async () => {
    const [ours, theirs, shown] = [await classOf(), await classOf(other), await classOf(other)];
    await db().insertInto('class_programs').values({ class_id: shown.id, program_id: program }).execute();
    const foreign = (await makeCategory(db(), { program_id: other })).id;
    const global = (await makeCategory(db(), {})).id;
    const naming = (field_name: string, ids: number[]) => ({
      items: [{ field_name, condition: 'none_of', value: ids }],
    });
    const statusOf = async (named: object) => (await staff('POST', 'email-rule', body(named))).status;
    expect(await statusOf(naming('bought_class', [ours.id, shown.id]))).toBe(200);
    expect(await statusOf(naming('enrolled_category', [global]))).toBe(200);
    expect(await statusOf(naming('program', [program]))).toBe(200);
    expect(await statusOf(naming('bought_class', [ours.id, theirs.id]))).toBe(400);
    expect(await statusOf(naming('bought_category', [foreign]))).toBe(400);
    expect(await statusOf(naming('program', [other]))).toBe(400);

    const items = JSON.stringify(naming('bought_class', [theirs.id]).items);
    const id = await makeRule(db(), { program_id: program, items });
    const kept = await staff('PATCH', `email-rule/${id}`, {
      name: 'Kept',
      ...naming('bought_class', [theirs.id]),
    });
    expect(kept.status).toBe(200);

    const found = async (query: string, by = staff) =>
      ((await by('GET', `email-rules/choices?${query}`)).body.choices as { id: number }[]).map(
        (one) => one.id,
      );
    const all = [ours.id, theirs.id, shown.id];
    expect((await found(`of=class&ids=${all.join(',')}`)).toSorted((a, b) => a - b)).toEqual([
      ours.id,
      shown.id,
    ]);
    expect(await found(`of=class&ids=${theirs.id}`)).toEqual([]);
    expect(await found(`of=class&name=${theirs.id}&program_id=${other}`)).toEqual([]);
    expect(await found(`of=category&ids=${foreign},${global}`)).toEqual([global]);
    expect(await found(`of=class&name=${theirs.id}&program_id=${other}`, call)).toEqual([theirs.id]);
    expect(await found(`of=class&name=${theirs.id}&program_id=${program}`, call)).toEqual([]);
  });
});
