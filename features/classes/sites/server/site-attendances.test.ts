/** Sessions and who was there, as sites tell them: each once, counted for who teaches. Specification: Sites, teaching. */
import { beforeEach, describe, expect, test } from 'vitest';
import { makeAdmin, makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { statusesOf, useTestApp } from '../../../../test/harness.ts';
import { makeTeacher } from '../../../../test/rows/memberships.ts';
import { makeSoldClass } from '../../../../test/rows/sold-classes.ts';
import { system } from '../../../../test/system.ts';
import { pageOfAttendances } from '../../../payouts/membership/server/membership-transactions.ts';
import { payMembership } from '../../../payouts/membership/server/pay-membership.ts';
import { payeeId } from '../../../payouts/rules.ts';

const app = useTestApp({ siteCallsPerMinute: 1_000_000 });
const db = () => app().platform.database.everything;

let program: number;
let key: string;
let class_id: number;
let user_id: number;
beforeEach(async () => {
  program = (await makeProgram(db())).id;
  key = (await makeSiteKey(db(), program)).site_key;
  class_id = await makeSoldClass(db(), program);
  user_id = (await makeSiteUser(db(), { program_id: program })).id;
});

const tell = (path: string, body: object, as = key) =>
  app().call('POST', `/api/site/${path}`, body, { authorization: `Bearer ${as}` });
const session = (more: object = {}) => ({
  reference: crypto.randomUUID() as string,
  class_id,
  start_at: '2027-03-01T08:00:00Z',
  end_at: '2027-03-01T09:00:00Z',
  ...more,
});
const attendance = (more: object = {}) => ({
  reference: crypto.randomUUID() as string,
  user_id,
  type: 'live',
  ...more,
});
const sessions = () =>
  db()
    .selectFrom('class_sessions')
    .selectAll()
    .where('site_program_id', '=', program)
    .orderBy('id')
    .execute();
const attended = () =>
  db().selectFrom('attendances').selectAll().where('class_id', '=', class_id).orderBy('id').execute();
type Result = { id: number; state: string; late: boolean };
const statesOf = (body: { results: Result[] }) => body.results.map(({ state }) => state);

describe('POST sessions', () => {
  test('makes one, leaves it when it is told the same, and changes it when it is told otherwise', async () => {
    const told = session();
    const { body } = await tell('sessions', told);
    const [{ id }] = body.results;
    expect(statesOf(body)).toEqual(['created']);
    const same = { ...told, start_at: '2027-03-01T10:00:00+02:00', cancelled: false };
    expect((await tell('sessions', same)).body.results).toMatchObject([{ id, state: 'unchanged' }]);
    const off = { ...told, end_at: '2027-03-01T09:30:00Z', cancelled: true };
    expect((await tell('sessions', off)).body.results).toMatchObject([{ id, state: 'updated' }]);
    expect(await sessions()).toMatchObject([{ id, end_at: '2027-03-01T09:30:00.000Z', cancelled: 1 }]);
    const entries = await db()
      .selectFrom('audit_entries')
      .select(['program_id', 'admin_id', 'after'])
      .where('entity', '=', 'class_session')
      .where('entity_id', '=', String(id))
      .orderBy('id')
      .execute();
    expect(entries).toMatchObject([
      { program_id: program, admin_id: null, after: { cancelled: 0 } },
      { program_id: program, admin_id: null, after: { cancelled: 1 } },
    ]);
  });

  test('takes one reference several times in a call, the last of which stands', async () => {
    const told = session();
    const items = [told, told, { ...told, cancelled: true }, told, { ...told, cancelled: true }];
    const { body } = await tell('sessions', { items });
    expect(statesOf(body)).toEqual(['created', 'unchanged', 'updated', 'updated', 'updated']);
    expect(await sessions()).toMatchObject([{ cancelled: 1 }]);
  });

  test('keeps what two sites call alike apart, of one class that both sell', async () => {
    const other = (await makeProgram(db())).id;
    const theirs = (await makeSiteKey(db(), other)).site_key;
    await db().insertInto('class_programs').values({ class_id, program_id: other }).execute();
    const told = session();
    const [own] = (await tell('sessions', told)).body.results;
    const [foreign] = (await tell('sessions', { ...told, cancelled: true }, theirs)).body.results;
    expect([own.state, foreign.state, own.id === foreign.id]).toEqual(['created', 'created', false]);
    expect(await sessions()).toMatchObject([{ id: own.id, cancelled: 0 }]);
    await tell('attendances', attendance({ session_reference: told.reference }));
    expect(await attended()).toMatchObject([{ session_id: own.id }]);
  });

  test('refuses another class for a known reference, and classes that are not there', async () => {
    const told = session();
    await tell('sessions', told);
    const moved = await tell('sessions', { ...told, class_id: await makeSoldClass(db(), program) });
    expect([moved.status, moved.body.code, moved.body.errors[0].path]).toEqual([
      409,
      'REFERENCE_TAKEN',
      'class_id',
    ]);
    const gone = await makeSoldClass(db(), program, { del_flag: 1 });
    const foreign = await makeSoldClass(db(), (await makeProgram(db())).id);
    for (const id of [gone, foreign, 2_000_000_000]) {
      const { status, body } = await tell('sessions', session({ class_id: id }));
      expect([status, body.errors[0].path]).toEqual([404, 'class_id']);
    }
    expect(await sessions()).toHaveLength(1);
  });

  test.each([
    ['end_at', { end_at: '2027-03-01T08:00:00Z' }],
    ['end_at', { end_at: '2027-03-01T09:00:00' }],
    ['start_at', { start_at: '1999-12-31T23:59:59Z' }],
    ['end_at', { end_at: '9999-12-31T23:59:59-12:00' }],
    ['cancelled', { cancelled: 1 }],
  ])('400 by name for a wrong %s', async (path, more) => {
    const { status, body } = await tell('sessions', session(more));
    expect([status, body.errors[0].path]).toEqual([400, path]);
  });

  test('fifty at once of one reference make one session', async () => {
    const told = session();
    const answers = await Promise.all(Array.from({ length: 50 }, () => tell('sessions', told)));
    expect(statusesOf(answers)).toEqual(Array(50).fill(200));
    expect(await sessions()).toHaveLength(1);
    const states = answers.flatMap(({ body }) => statesOf(body)).toSorted();
    expect(states).toEqual(['created', ...Array(49).fill('unchanged')]);
  });
});

describe('POST attendances', () => {
  test('counts to who teaches the class, wherever it was attended', async () => {
    const home = (await makeProgram(db())).id;
    const teacher = await makeTeacher(db(), { program_id: home });
    const other = (await makeProgram(db())).id;
    const theirs = (await makeSiteKey(db(), other)).site_key;
    await db()
      .insertInto('class_programs')
      .values([program, other].map((program_id) => ({ class_id: teacher.class_id, program_id })))
      .execute();
    const stranger = (await makeSiteUser(db(), { program_id: other })).id;
    const there = { class_id: teacher.class_id };
    await tell('attendances', attendance(there));
    await tell('attendances', attendance({ ...there, user_id: stranger }), theirs);
    const rows = db().selectFrom('attendances').selectAll().where('class_id', '=', teacher.class_id);
    expect(await rows.orderBy('id').execute()).toMatchObject([
      { user_id, instructor_id: teacher.id, scope_program_id: home },
      { user_id: stranger, instructor_id: teacher.id, scope_program_id: home },
    ]);
  });

  test('of one person, session and type are one, whatever else is told of it', async () => {
    const told = session();
    const [{ id: session_id }] = (await tell('sessions', told)).body.results;
    const first = attendance({ session_id, seconds: 60, occurred_at: '2026-01-31T12:00:00+01:00' });
    const items = [
      first,
      attendance({ session_reference: told.reference, seconds: 90 }),
      attendance({ session_id, type: 'recording' }),
      first,
    ];
    const { body } = await tell('attendances', { items });
    expect(statesOf(body)).toEqual(['created', 'unchanged', 'created', 'unchanged']);
    expect(body.results[1].id).toBe(body.results[0].id);
    expect(await attended()).toMatchObject([
      { type: 'live', seconds: 60, attended_at: '2026-01-31T11:00:00.000Z', session_id },
      { type: 'recording', seconds: null, session_id },
    ]);
  });

  test('outside of any session are one by their moment', async () => {
    const at = { class_id, occurred_at: '2026-01-31T12:00:00Z' };
    const items = [
      attendance(at),
      attendance(at),
      attendance({ ...at, occurred_at: '2026-01-31T12:00:01Z' }),
      attendance({ class_id }),
      attendance({ class_id }),
    ];
    const { body } = await tell('attendances', { items });
    expect(statesOf(body)).toEqual(['created', 'unchanged', 'created', 'created', 'unchanged']);
    expect(await attended()).toHaveLength(3);
  });

  test('of days that are paid of are kept and marked late, as staff see them', async () => {
    const teacher = await makeTeacher(db(), { program_id: program });
    const day = '2019-05-04';
    const at = (second: string) => ({ class_id: teacher.class_id, occurred_at: `${day}T23:59:${second}Z` });
    const before = attendance(at('00'));
    expect((await tell('attendances', before)).body.results).toMatchObject([{ late: false }]);
    const { id: admin_id } = await makeAdmin(db(), { permissions: ['superadmin'] });
    const context = { ...system(db(), { admin_id }), platform: app().platform };
    await payMembership(context, {
      ids: [payeeId({ user_id: teacher.id, program_id: null }, 'USD')],
      dates: `${day},${day}`,
      currency: 'USD',
      split_amount: 100,
    });
    const items = [
      attendance(at('59')),
      attendance({ ...at('59'), occurred_at: '2019-05-05T00:00:00Z' }),
      attendance(at('00')),
      before,
    ];
    const { body } = await tell('attendances', { items });
    expect(body.results.map(({ state, late }: Result) => [state, late])).toEqual([
      ['created', true],
      ['created', false],
      ['unchanged', false],
      ['unchanged', false],
    ]);
    const { transactions } = await pageOfAttendances(context, {
      instructor_id: teacher.id,
      dates: `${day},${day}`,
      page: 1,
    });
    expect(transactions.map(({ id, is_late }) => [id, is_late])).toEqual([
      [body.results[0].id, true],
      [body.results[2].id, false],
    ]);
  });

  test.each([
    ['session_id', {}],
    ['session_reference', { session_id: 1, session_reference: 'x' }],
    ['class_id', { session_id: 1, class_id: 1 }],
    ['type', { class_id: 1, type: 'asleep' }],
    ['seconds', { class_id: 1, seconds: 86_401 }],
    ['seconds', { class_id: 1, seconds: 1.5 }],
    ['occurred_at', { class_id: 1, occurred_at: '2200-01-01T00:00:00Z' }],
  ])('400 by name for a wrong %s', async (path, more) => {
    const { status, body } = await tell('attendances', attendance(more));
    expect([status, body.errors[0].path]).toEqual([400, path]);
  });

  test('404 by name for what is not the site’s, missing and foreign alike', async () => {
    const other = (await makeProgram(db())).id;
    const theirs = (await makeSiteKey(db(), other)).site_key;
    const foreign = await makeSoldClass(db(), other);
    const told = session({ class_id: foreign });
    const [{ id }] = (await tell('sessions', told, theirs)).body.results;
    const stranger = (await makeSiteUser(db(), { program_id: other })).id;
    for (const [path, more] of [
      ['session_id', { session_id: id }],
      ['session_id', { session_id: 2_000_000_000 }],
      ['session_reference', { session_reference: told.reference }],
      ['class_id', { class_id: foreign }],
      ['class_id', { class_id: 2_000_000_000 }],
      ['user_id', { class_id, user_id: stranger }],
    ] as const) {
      const { status, body } = await tell('attendances', attendance(more));
      expect([status, body.errors[0].path]).toEqual([404, path]);
    }
  });

  test('five thousand in one call, and again; one more is a 400', async () => {
    const users = await Promise.all(
      Array.from({ length: 50 }, async () => (await makeSiteUser(db(), { program_id: program })).id),
    );
    const held = Array.from({ length: 100 }, (_, n) => session({ reference: `held ${n}` }));
    await tell('sessions', { items: held });
    const items = held.flatMap(({ reference }, n) =>
      users.map((id) => ({
        // As long as a reference may be, and in an alphabet that takes three bytes a letter.
        reference: `講${n}義${id}`.padEnd(100, '講'),
        user_id: id,
        session_reference: reference,
        type: 'live',
        seconds: n,
        occurred_at: '2026-01-31T12:00:00Z',
      })),
    );
    const first = await tell('attendances', { items });
    expect([first.status, first.body.results?.length]).toEqual([200, 5000]);
    expect(new Set(statesOf(first.body))).toEqual(new Set(['created']));
    const again = await tell('attendances', { items: items.toReversed() });
    expect(again.body.results.map(({ id }: Result) => id).toReversed()).toEqual(
      first.body.results.map(({ id }: Result) => id),
    );
    expect(new Set(statesOf(again.body))).toEqual(new Set(['unchanged']));
    expect(await attended()).toHaveLength(5000);
    const tooMany = await tell('attendances', { items: [...items, attendance({ class_id })] });
    expect([tooMany.status, tooMany.body.errors[0].path]).toEqual([400, 'items']);
  });

  test('fifty calls at once over the same people count each once', async () => {
    const told = session();
    await tell('sessions', told);
    const people = await Promise.all(
      Array.from({ length: 10 }, async () => (await makeSiteUser(db(), { program_id: program })).id),
    );
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) => {
        const items = people.map((id) =>
          attendance({ user_id: id, session_reference: told.reference, seconds: turn }),
        );
        return tell('attendances', { items: turn % 2 ? items : items.toReversed() });
      }),
    );
    expect(statusesOf(answers)).toEqual(Array(50).fill(200));
    const created = answers.flatMap(({ body }) => statesOf(body)).filter((state) => state === 'created');
    expect([created.length, (await attended()).length]).toEqual([10, 10]);
  });
});
