/** Program, class and site commissions over HTTP, and what is asked of charges and history. */
import { beforeEach, describe, expect, test } from 'vitest';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { system } from '../../../test/system.ts';
import { recordCharge } from '../../transactions/server/charges.ts';

type Caller = Call & { admin_id: number };

const app = useTestApp();
const db = () => app().platform.database.everything;

let program: number;
let instructor: number;
let classId: number;
let referrer: number;
let superadmin: Caller;
let programadmin: Caller;
let bound: Caller;
let stranger: Caller;
/** A programadmin of another program. */
let elsewhere: Caller;

beforeEach(async () => {
  program = (await makeProgram(db())).id;
  const other = (await makeProgram(db())).id;
  instructor = (await makeInstructor(db(), { program_id: program })).id;
  classId = (await makeClass(db(), { instructor_id: instructor, program_id: program })).id;
  referrer = (await makeSiteUser(db(), { program_id: program })).id;
  superadmin = await app().as({ permissions: ['superadmin'] });
  programadmin = await app().as({ permissions: ['programadmin'], program_id: program });
  bound = await app().as({ permissions: ['commissions'], program_id: program });
  stranger = await app().as({ permissions: ['commissions'], program_id: other });
  elsewhere = await app().as({ permissions: ['programadmin'], program_id: other });
});

const short = (rows: { type: number; commission: number }[]) =>
  rows.map(({ type, commission }) => [type, commission]);
const commission = (...rows: [type: number, commission: number][]) => ({
  commission: rows.map(([type, value]) => ({
    type,
    commission: value,
    ...(type === 2 ? { referrer_id: referrer } : {}),
  })),
});

describe('programs', () => {
  test('lists a page with the rows; a bound admin sees its own program alone', async () => {
    await superadmin('POST', `program-commission/${program}`, commission([1, 10]));
    const { body } = await bound('GET', 'program-commissions');
    expect(body).toMatchObject({
      count: 1,
      programs: [{ id: program, commissions: [{ type: 1 }, { type: 4 }] }],
    });
    expect((await stranger('GET', `program-commission/${program}`)).status).toBe(404);
    expect((await stranger('POST', `program-commission/${program}`, commission([1, 10]))).status).toBe(404);
  });

  test('a referral must be of the program', async () => {
    const elsewhere = await makeSiteUser(db(), { program_id: (await makeProgram(db())).id });
    const refused = await superadmin('POST', `program-referral/${program}`, {
      referral: elsewhere.id,
      commission: 5,
    });
    expect(refused).toMatchObject({
      status: 400,
      body: { message: 'The user does not belong to this program' },
    });
    const added = await bound('POST', `program-referral/${program}`, { referral: referrer, commission: 5 });
    expect(short(added.body.group.commissions)).toEqual([
      [2, 5],
      [4, 95],
    ]);
  });

  test('refers an instructor: it gets the program commission of the program', async () => {
    const none = await programadmin('POST', `program-referral-instructor/${program}`, {
      referral: instructor,
    });
    expect(none.status).toBe(400);
    await programadmin('POST', `program-commission/${program}`, commission([1, 12.5]));
    await programadmin('POST', `instructor-commission/${instructor}`, commission([1, 3], [2, 4]));
    const plain = await bound('POST', `program-referral-instructor/${program}`, { referral: instructor });
    expect(plain.status).toBe(403);
    const { body } = await programadmin('POST', `program-referral-instructor/${program}`, {
      referral: instructor,
    });
    expect(short(body.group.commissions)).toEqual([
      [1, 12.5],
      [2, 4],
      [4, 83.5],
    ]);
    const alone = await makeInstructor(db(), { program_id: null });
    expect(
      await superadmin('POST', `program-referral-instructor/${program}`, { referral: alone.id }),
    ).toMatchObject({
      status: 400,
      body: { message: 'Instructor programID is not set' },
    });
    expect(
      (await programadmin('POST', `program-referral-instructor/${program}`, { referral: referrer })).status,
    ).toBe(400);
    expect(
      (await elsewhere('POST', `program-referral-instructor/${program}`, { referral: instructor })).status,
    ).toBe(404);
  });

  test('removes a row; not a stranger, and neither platform nor program row by a plain admin', async () => {
    const saved = await superadmin('POST', `program-commission/${program}`, commission([0, 10], [1, 10]));
    const [platform, own] = saved.body.group.commissions;
    expect((await stranger('DELETE', `program-commission/${own.id}`)).status).toBe(404);
    expect((await bound('DELETE', `program-commission/${platform.id}`)).status).toBe(403);
    expect((await bound('DELETE', `instructor-commission/${own.id}`)).status).toBe(404);
    expect((await bound('DELETE', `program-commission/${own.id}`)).status).toBe(403);
    const { body } = await programadmin('DELETE', `program-commission/${own.id}`);
    expect(short(body.group.commissions)).toEqual([
      [0, 10],
      [4, 90],
    ]);
  });
});

describe('classes', () => {
  test('filters by class, instructor and program', async () => {
    const { body } = await superadmin(
      'GET',
      `class-commissions?name=${classId}&program_id=${program}&instructor_name=ada`,
    );
    expect(body).toMatchObject({ count: 1, classes: [{ id: classId, program_id: program }] });
    expect(
      (await superadmin('GET', `class-commissions?program_id=${program}&instructor_name=zz`)).body.count,
    ).toBe(0);
    expect((await stranger('GET', `class-commissions?program_id=${program}`)).body).toEqual({
      classes: [],
      count: 0,
    });
  });

  test.each([
    ['program', () => program],
    ['instructor', () => instructor],
    ['class', () => classId],
  ] as const)(
    '403 where a plain admin changes or adds the program row of a %s; sent as it is, it stays',
    async (level, owner) => {
      const path = `${level}-commission/${owner()}`;
      const refused = { status: 403, body: { message: 'You may not change the program commission' } };
      expect(await bound('POST', path, commission([1, 10], [2, 5]))).toMatchObject(refused);
      await programadmin('POST', path, commission([1, 10]));
      expect(await bound('POST', path, commission([1, 50], [2, 5]))).toMatchObject(refused);
      expect(await bound('POST', `${path}/preview`, commission([1, 50]))).toMatchObject(refused);
      for (const sent of [commission([1, 10], [2, 5]), commission([2, 5])]) {
        const kept = await bound('POST', path, sent);
        expect(short(kept.body.group.commissions)).toEqual([
          [1, 10],
          [2, 5],
          [4, 85],
        ]);
      }
    },
  );

  test('the program row is removed by programadmins and above', async () => {
    const kept = await programadmin('POST', `class-commission/${classId}`, commission([1, 10], [2, 5]));
    const [own] = kept.body.group.commissions;
    expect((await bound('DELETE', `class-commission/${own.id}`)).status).toBe(403);
    expect((await programadmin('DELETE', `class-commission/${own.id}`)).status).toBe(200);
    expect(
      (await stranger('POST', `class-referral/${classId}`, { referral: referrer, commission: 1 })).status,
    ).toBe(404);
  });

  test('the card of a class that has no instructor yet is saved by a superadmin, and is nobody else’s', async () => {
    const { id } = await db()
      .insertInto('classes')
      .values({ class_name: 'Taught by nobody yet', program_id: program })
      .returning('id')
      .executeTakeFirstOrThrow();
    const path = `class-commission/${id}`;
    expect((await superadmin('GET', path)).status).toBe(200);
    const saved = await superadmin('POST', path, commission([0, 10]));
    expect([saved.status, short(saved.body.group?.commissions ?? [])]).toEqual([
      200,
      [
        [0, 10],
        [4, 90],
      ],
    ]);
    expect((await programadmin('POST', path, commission([0, 10]))).status).toBe(404);
  });

  test('400 for a program row where the instructor has no program', async () => {
    const alone = await makeInstructor(db(), { program_id: null });
    const lonely = await makeClass(db(), { instructor_id: alone.id });
    expect(await superadmin('POST', `class-commission/${lonely.id}`, commission([1, 10]))).toMatchObject({
      status: 400,
      body: { message: 'Instructor programID is not set' },
    });
  });
});

describe('the site', () => {
  test('is one number, a superadmin’s alone', async () => {
    expect((await programadmin('GET', 'site-commission')).status).toBe(403);
    expect((await programadmin('POST', 'site-commission', { commission: 1 })).status).toBe(403);
    const { body } = await superadmin('POST', 'site-commission', { commission: 22.5 });
    expect(body).toMatchObject({ commission: 22.5, recalculation: null });
    const updated = await superadmin('POST', 'site-commission', {
      commission: 21,
      update: true,
      updated_at: body.updated_at,
    });
    expect(updated.body).toMatchObject({ commission: 21, recalculation: { id: expect.any(Number) } });
    const stale = await superadmin('POST', 'site-commission', {
      commission: 20,
      updated_at: body.updated_at,
    });
    expect(stale.status).toBe(409);
    for (const wrong of [100.5, -1, 3.333, '7', null]) {
      expect((await superadmin('POST', 'site-commission', { commission: wrong })).status).toBe(400);
    }
    expect((await superadmin('GET', 'site-commission')).body.commission).toBe(21);
    await superadmin('POST', 'site-commission', { commission: 0 });
  });
});

describe('explain, history, held', () => {
  test('explains each line by level, row, author and arithmetic', async () => {
    await superadmin('POST', `program-commission/${program}`, commission([1, 10]));
    await superadmin('POST', `instructor-commission/${instructor}`, commission([0, 33.33]));
    const id = await recordCharge(system(db()), { class_id: classId, amount: 4999, currency: 'USD' });
    const { body } = await bound('GET', `charge/${id}/explain`);
    expect(body.charge).toMatchObject({
      amount: 49.99,
      held: null,
      lines: [
        {
          type: 0,
          level: 'instructor',
          owner_id: instructor,
          exact: '16.661667',
          rounding: 0,
          amount: 16.66,
          recomputed: 16.66,
        },
        {
          type: 1,
          level: 'program',
          owner_id: program,
          exact: '4.999',
          rounding: 0.01,
          amount: 5,
          recomputed: 5,
        },
        { type: 4, level: null, exact: '28.329333', amount: 28.33, recomputed: 28.33 },
      ],
    });
    expect(body.charge.lines[0].set_by).toContain('@');
    expect((await stranger('GET', `charge/${id}/explain`)).status).toBe(404);
    expect((await superadmin('GET', 'charge/2000000000/explain')).status).toBe(404);
  });

  test('keeps every change of a group, and the group as of any moment', async () => {
    const first = await superadmin('POST', `instructor-commission/${instructor}`, commission([0, 10]));
    const second = await programadmin(
      'POST',
      `instructor-commission/${instructor}`,
      commission([0, 10], [1, 5]),
    );
    const third = await superadmin('POST', `instructor-commission/${instructor}`, { commission: [] });
    const query = `level=instructor&owner_id=${instructor}`;
    const { body } = await bound('GET', `commission-history?${query}`);
    expect(body.count).toBe(3);
    expect(body.history.map((change: { after: [] }) => short(change.after))).toEqual([
      [],
      [
        [0, 10],
        [1, 5],
        [4, 85],
      ],
      [
        [0, 10],
        [4, 90],
      ],
    ]);
    expect(body.history[0].before).toEqual(body.history[1].after);
    expect(body.history[1].by).toContain('@');
    for (const [save, rows] of [
      [first, body.history[2].after],
      [second, body.history[1].after],
      [third, []],
    ] as const) {
      const asOf = await bound('GET', `commission-as-of?${query}&at=${save.body.group.updated_at}`);
      expect(short(asOf.body.commissions)).toEqual(short(rows));
    }
    expect((await stranger('GET', `commission-history?${query}`)).status).toBe(404);
    expect(
      (await stranger('GET', `commission-as-of?${query}&at=${first.body.group.updated_at}`)).status,
    ).toBe(404);
    expect((await bound('GET', `commission-as-of?${query}&at=yesterday`)).status).toBe(400);
  });

  test('says what a sale of a moment was divided by', async () => {
    await superadmin('POST', `program-commission/${program}`, commission([1, 10], [2, 5]));
    const saved = await superadmin('POST', `class-commission/${classId}`, commission([1, 20]));
    const at = saved.body.group.updated_at;
    const { body } = await bound('GET', `commission-as-of?level=class&owner_id=${classId}&at=${at}`);
    const rows = body.sale.filter((row: { level: string }) => row.level !== 'site');
    expect(
      rows.map((row: { level: string; type: number; commission: number }) => [
        row.level,
        row.type,
        row.commission,
      ]),
    ).toEqual([
      ['class', 1, 20],
      ['program', 2, 5],
    ]);
  });

  test('lists the charges whose levels clash with their rows and sum, until a save resolves them', async () => {
    await superadmin('POST', `instructor-commission/${instructor}`, commission([0, 60]));
    await programadmin('POST', `class-commission/${classId}`, commission([1, 50]));
    const id = await recordCharge(system(db()), { class_id: classId, amount: 999, currency: 'USD' });
    const { body } = await bound('GET', 'held-charges');
    expect(body).toMatchObject({
      count: 1,
      charges: [
        {
          id,
          held: 'over_100',
          sum: 110,
          rows: [
            { level: 'class', owner_id: classId, type: 1, commission: 50 },
            { level: 'instructor', owner_id: instructor, type: 0, commission: 60 },
          ],
        },
      ],
    });
    expect((await stranger('GET', 'held-charges')).body.count).toBe(0);
    await programadmin('POST', `class-commission/${classId}`, commission([1, 40]));
    expect((await bound('GET', 'held-charges')).body.count).toBe(0);
    const explained = await bound('GET', `charge/${id}/explain`);
    expect(short(explained.body.charge.lines)).toEqual([
      [0, 60],
      [1, 40],
      [4, 0],
    ]);
  });
});

test('50 concurrent saves, half of them from the same reading: one of those wins at most, the history holds each winner once', async () => {
  const path = `instructor-commission/${instructor}`;
  const { updated_at } = (await superadmin('POST', path, commission([1, 1]))).body.group;
  // Those with the reading go first, so that one of them finds the group as it was read.
  const guarded = Array.from({ length: 25 }, (_, i) =>
    superadmin('POST', path, { ...commission([1, 2 + i]), updated_at }),
  );
  const open = Array.from({ length: 25 }, (_, i) => superadmin('POST', path, commission([1, 50 + i])));
  const answers = await Promise.all([...guarded, ...open]);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.slice(0, 25).filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.slice(0, 25).filter((status) => status === 409)).toHaveLength(24);
  expect(statuses.slice(25)).toEqual(Array(25).fill(200));
  const { body } = await superadmin('GET', `commission-history?level=instructor&owner_id=${instructor}`);
  const won = answers
    .filter(({ status }) => status === 200)
    .map((answer) => answer.body.group.commissions[0].commission);
  const recorded = body.history.map(
    (change: { after: { commission: number }[] }) => change.after[0]?.commission,
  );
  expect(recorded).toHaveLength(27);
  const ascending = (a: number, b: number) => a - b;
  expect(recorded.toSorted(ascending)).toEqual([1, ...won].toSorted(ascending));
  expect(new Set(body.history.map((change: { at: string }) => change.at)).size).toBe(27);
});
