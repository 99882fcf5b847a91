/** Places that sites give and take back: who stands there stays. Specification: Sites, teaching. */
import { beforeEach, describe, expect, test } from 'vitest';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { statusesOf, useTestApp } from '../../../../test/harness.ts';
import { makeSoldClass } from '../../../../test/rows/sold-classes.ts';

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

const tell = (path: string, body: object) =>
  app().call('POST', `/api/site/${path}`, body, { authorization: `Bearer ${key}` });
const place = (more: object = {}) => ({ reference: crypto.randomUUID(), class_id, user_id, ...more });
const standing = () =>
  db()
    .selectFrom('class_users')
    .select(['id', 'user_id', 'enrol_status', 'cancel_after_refund', 'source'])
    .where('class_id', '=', class_id)
    .orderBy('id')
    .execute();
const recorded = (id: number) =>
  db()
    .selectFrom('audit_entries')
    .select(['action', 'program_id', 'admin_id', 'site_key_id', 'before', 'after'])
    .where('entity', '=', 'enrolment')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute();

describe('POST enrolments', () => {
  test('enrols by the site, in the audit of the class’s program, with the key', async () => {
    const { body } = await tell('enrolments', place());
    const [made] = await standing();
    expect(body.results).toMatchObject([{ id: made?.id, state: 'created', enrol_status: 0 }]);
    expect(made).toMatchObject({ user_id, source: 'site', enrol_status: 0 });
    expect(await recorded(made?.id ?? 0)).toMatchObject([
      {
        action: 'create',
        program_id: program,
        admin_id: null,
        site_key_id: expect.any(Number),
        after: { class_id, user_id },
      },
    ]);
  });

  test.each([0, 1, 3, 5])(
    'leaves who stands there with %s as they are, and says so',
    async (enrol_status) => {
      await db().insertInto('class_users').values({ class_id, user_id, enrol_status }).execute();
      const before = await standing();
      const { body } = await tell('enrolments', place());
      expect(body.results).toMatchObject([{ id: before[0]?.id, state: 'unchanged', enrol_status }]);
      expect(await standing()).toEqual(before);
      expect(await recorded(before[0]?.id ?? 0)).toEqual([]);
    },
  );

  test('takes whoever signs in there from another program, in a class of another instructor’s program', async () => {
    const home = (await makeProgram(db())).id;
    const guest = (await makeSiteUser(db(), { program_id: home })).id;
    await db().insertInto('site_user_sites').values({ user_id: guest, program_id: program }).execute();
    const lent = await makeSoldClass(db(), program, { home: (await makeProgram(db())).id });
    const { body } = await tell('enrolments', place({ user_id: guest, class_id: lent }));
    expect(body.results).toMatchObject([{ state: 'created' }]);
  });

  test('404 by name for what the site does not sell now and for who is not of it, missing and foreign alike', async () => {
    const other = (await makeProgram(db())).id;
    const off = await makeSoldClass(db(), program);
    await db().updateTable('class_programs').set({ active: 0 }).where('class_id', '=', off).execute();
    const wrong = [
      { class_id: await makeSoldClass(db(), other) },
      { class_id: off },
      { class_id: await makeSoldClass(db(), program, { del_flag: 1 }) },
      { class_id: 2_000_000_000 },
      { user_id: (await makeSiteUser(db(), { program_id: other })).id },
      { user_id: (await makeSiteUser(db(), { program_id: program, del_status: 1 })).id },
      { user_id: 2_000_000_000 },
    ];
    for (const one of wrong) {
      const [entry] = Object.entries(one);
      const [path, id] = entry ?? ['', 0];
      const { status, body } = await tell('enrolments', place(one));
      expect([status, body.errors[0].path, body.errors[0].message.includes(String(id))]).toEqual([
        404,
        path,
        true,
      ]);
    }
    const all = [place(), ...wrong.map(place)];
    const { status, body } = await tell('enrolments', { items: all });
    expect([status, body.results.map(({ state }: { state: string }) => state)]).toEqual([
      200,
      ['created', ...wrong.map(() => 'rejected')],
    ]);
    expect(await standing()).toHaveLength(1);
  });

  test('fifty at once over the same people, each with references of its own, enrol each once', async () => {
    const people = await Promise.all(
      Array.from({ length: 8 }, async () => (await makeSiteUser(db(), { program_id: program })).id),
    );
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) => {
        const items = people.map((id) => place({ user_id: id }));
        return tell('enrolments', { items: turn % 2 ? items : items.toReversed() });
      }),
    );
    expect(statusesOf(answers)).toEqual(Array(50).fill(200));
    const states = answers.flatMap(({ body }) => body.results.map(({ state }: { state: string }) => state));
    expect(states.filter((state) => state === 'created')).toHaveLength(8);
    expect(new Set((await standing()).map((one) => one.user_id))).toEqual(new Set(people));
    expect(await standing()).toHaveLength(8);
  });

  test('one person twice in one call is one place', async () => {
    const { body } = await tell('enrolments', { items: [place(), place()] });
    expect(body.results.map(({ state, id }: { state: string; id: number }) => [state, id])).toEqual([
      ['created', expect.any(Number)],
      ['unchanged', body.results[0].id],
    ]);
  });
});

test('a place that went with a refund is told and read as cancelled by the site, not as active', async () => {
  await db().insertInto('class_users').values({ class_id, user_id, cancel_after_refund: 1 }).execute();
  const { body } = await tell('enrolments', place());
  expect(body.results).toMatchObject([{ state: 'unchanged', enrol_status: 3 }]);
  const read = await app().call('GET', `/api/site/users/${user_id}/enrolments`, undefined, {
    authorization: `Bearer ${key}`,
  });
  expect(read.body.enrolments).toMatchObject([{ class_id, enrol_status: 3 }]);
});

describe('POST enrolments/cancel', () => {
  const enrolled = (values: object = {}) =>
    db()
      .insertInto('class_users')
      .values({ class_id, user_id, ...values })
      .returning('id')
      .executeTakeFirstOrThrow();

  test.each([
    [{}, 1],
    [{ by: 'student' }, 1],
    [{ by: 'site' }, 3],
  ])('cancels %j', async (by, enrol_status) => {
    const { id } = await enrolled();
    const body = place(by);
    const first = await tell('enrolments/cancel', body);
    expect(first.body.results).toMatchObject([{ id, state: 'created', enrol_status }]);
    expect(await standing()).toMatchObject([{ enrol_status, cancel_after_refund: 0 }]);
    expect(await recorded(id)).toMatchObject([
      { action: 'cancel', program_id: program, before: { enrol_status: 0 }, after: { enrol_status } },
    ]);
    const again = await tell('enrolments/cancel', body);
    expect(again.body.results).toEqual([{ ...first.body.results[0], state: 'unchanged' }]);
    const other = await tell('enrolments/cancel', place({ by: 'site' }));
    expect(other.body.results).toMatchObject([{ id, state: 'unchanged', enrol_status }]);
    expect(await recorded(id)).toHaveLength(1);
  });

  test('twice in one call cancels by the first', async () => {
    await enrolled();
    const items = [place({ by: 'site' }), place({ by: 'student' })];
    const { body } = await tell('enrolments/cancel', { items });
    expect(
      body.results.map(({ state, enrol_status }: { state: string; enrol_status: number }) => [
        state,
        enrol_status,
      ]),
    ).toEqual([
      ['created', 3],
      ['unchanged', 3],
    ]);
    expect(await standing()).toMatchObject([{ enrol_status: 3 }]);
  });

  test('keeps that a refund has ended it', async () => {
    await enrolled({ cancel_after_refund: 1 });
    await tell('enrolments/cancel', place());
    expect(await standing()).toMatchObject([{ enrol_status: 1, cancel_after_refund: 1 }]);
  });

  test('404 by name for whoever has no place, and for what is not the site’s', async () => {
    const other = (await makeProgram(db())).id;
    const foreign = await makeSoldClass(db(), other);
    const stranger = (await makeSiteUser(db(), { program_id: other })).id;
    await db()
      .insertInto('class_users')
      .values([
        { class_id: foreign, user_id },
        { class_id, user_id: stranger },
      ])
      .execute();
    for (const [more, path] of [
      [{}, 'user_id'],
      [{ class_id: foreign }, 'class_id'],
      [{ user_id: stranger }, 'user_id'],
    ] as const) {
      const { status, body } = await tell('enrolments/cancel', place(more));
      expect([status, body.errors[0].path]).toEqual([404, path]);
    }
    const rows = await db()
      .selectFrom('class_users')
      .select('enrol_status')
      .where('user_id', 'in', [user_id, stranger])
      .execute();
    expect(rows).toEqual([{ enrol_status: 0 }, { enrol_status: 0 }]);
  });
});
