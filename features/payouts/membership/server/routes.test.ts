/** Rows by instructor and what was attended of each, over HTTP. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../../test/factories.ts';
import { type Call, useTestApp } from '../../../../test/harness.ts';
import { makeAttendances, makeSiteClass, makeTeacher } from '../../../../test/rows/memberships.ts';
import { payeeId } from '../../rules.ts';
import { MEMBERSHIP_SORTS } from '../contract.ts';

const DAY = '2020-02-29';
const DATES = `${DAY},${DAY}`;
/** More than a page. */
const MANY = 60;

const app = useTestApp();
const db = () => app().platform.database.everything;
let program: number;
let elsewhere: number;
let bound: Call;
let globalAdmin: Call;
let ada: { id: number; class_id: number };
let grace: { id: number; class_id: number };
let sam: number;
let stranger: number;
let site: number;

beforeAll(async () => {
  program = (await makeProgram(db())).id;
  elsewhere = (await makeProgram(db())).id;
  bound = await app().as({ permissions: ['money'], program_id: program });
  globalAdmin = await app().as({ permissions: ['money'] });
  ada = await makeTeacher(db(), { program_id: program, first_name: 'Ada', last_name: 'Löwe' });
  grace = await makeTeacher(db(), { program_id: elsewhere, first_name: 'Grace', last_name: 'Hop' });
  sam = (await makeSiteUser(db(), { program_id: program, first_name: 'Sam', last_name: 'Here' })).id;
  stranger = (await makeSiteUser(db(), { program_id: elsewhere, first_name: 'Far', last_name: 'Away' })).id;
  site = await makeSiteClass(db());
  await makeAttendances(db(), DAY, [
    { class_id: ada.class_id, user_id: sam },
    { class_id: ada.class_id, user_id: stranger, type: 'recording' },
    { class_id: grace.class_id, user_id: stranger },
    { class_id: grace.class_id, user_id: sam, type: 'recording' },
    { class_id: grace.class_id, user_id: stranger, type: 'recording' },
    { class_id: site, user_id: sam },
  ]);
});

const listed = async (call: Call, query = '', dates = DATES) => {
  const { status, body } = await call('GET', `membership-payouts?dates=${dates}&${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

describe('the list', () => {
  test('counts by instructor, with the share of the whole and what it comes to', async () => {
    const row = {
      payout_id: null,
      payout_state: null,
      notified_at: null,
      paid_by: 'venmo',
      against: [],
      payable: 1,
    };
    expect(await listed(globalAdmin, 'split_amount=100')).toEqual({
      payouts: [
        {
          ...row,
          id: payeeId({ user_id: grace.id, program_id: null }, 'USD'),
          instructor_id: grace.id,
          instructor_name: 'Grace Hop',
          live: 1,
          recordings: 2,
          score: 0.5,
          amount: 50,
          lens: 50,
        },
        {
          ...row,
          id: payeeId({ user_id: ada.id, program_id: null }, 'USD'),
          instructor_id: ada.id,
          instructor_name: 'Ada Löwe',
          live: 1,
          recordings: 1,
          score: 2 / 6,
          amount: 33.33,
          lens: 33.33,
        },
        {
          ...row,
          id: payeeId({ user_id: null, program_id: null }, 'USD'),
          instructor_id: null,
          instructor_name: null,
          live: 1,
          recordings: 0,
          score: 1 / 6,
          amount: 16.67,
          lens: 16.67,
          paid_by: 'none',
        },
      ],
      count: { count: 3, live: 3, recordings: 3 },
      dates: DATES,
      pool: null,
      late: null,
      overlaps: null,
    });
    const { payouts } = await listed(globalAdmin);
    expect(payouts[0]).toMatchObject({ score: 0.5, amount: null, lens: null });
  });

  test('shows a bound admin the own people alone, with their share of the whole', async () => {
    expect(await listed(bound, 'split_amount=100')).toMatchObject({
      payouts: [{ instructor_id: ada.id, score: 2 / 6, amount: 33.33, lens: 33.33 }],
      count: { count: 1, live: 1, recordings: 1 },
    });
  });

  test('tells a bound admin of a pool in which the own people have a part, and of no other', async () => {
    const superadmin = await app().as({ permissions: ['superadmin'] });
    const paid = async (day: string, { id, class_id }: typeof ada) => {
      await makeAttendances(db(), day, [{ class_id, user_id: sam }]);
      const ids = [payeeId({ user_id: id, program_id: null }, 'EUR')];
      const body = { ids, dates: `${day},${day}`, currency: 'EUR', split_amount: 10 };
      expect((await superadmin('POST', 'membership-payout', body)).status).toBe(200);
    };
    await paid('2018-01-01', ada);
    await paid('2018-01-02', grace);
    const seen = async (call: Call, dates: string) => {
      const { pool, overlaps } = await listed(call, '', dates);
      return [pool?.split_amount ?? null, overlaps?.split_amount ?? null];
    };
    expect(await seen(bound, '2018-01-01,2018-01-01')).toEqual([10, null]);
    expect(await seen(bound, '2018-01-02,2018-01-02')).toEqual([null, null]);
    expect(await seen(bound, '2018-01-02,2018-01-03')).toEqual([null, null]);
    expect(await seen(globalAdmin, '2018-01-02,2018-01-03')).toEqual([null, 10]);
    const ids = payeeId({ user_id: ada.id, program_id: null }, 'EUR');
    const query = `ids=${ids}&currency=EUR&dates=2018-01-02,2018-01-03&split_amount=10`;
    const { status, body } = await bound('GET', `membership-payout-preview?${query}`);
    expect([status, body.message]).toEqual([400, 'These dates overlap 2018-01-02 to 2018-01-02']);
    expect((await listed(bound, '', '2018-01-01,2018-01-01')).payouts).toMatchObject([
      { id: ids, amount: 10, payout_state: 'made' },
    ]);

    // Told of too late for a pool that only the global admin sees.
    await makeAttendances(db(), '2018-01-02', [{ class_id: ada.class_id, user_id: sam }]);
    const told = `membership-payout-transactions?instructor_id=${ada.id}&dates=2018-01-02,2018-01-02`;
    expect((await bound('GET', told)).body.transactions).toMatchObject([{ is_late: false }]);
    expect((await globalAdmin('GET', told)).body.transactions).toMatchObject([{ is_late: true }]);
  });

  test('says who has no method, and when somebody was told', async () => {
    const poor = await makeInstructor(db(), { program_id: program });
    const { id: class_id } = await makeClass(db(), { instructor_id: poor.id, program_id: program });
    await makeAttendances(db(), '2020-03-01', [{ class_id, user_id: sam }]);
    await sql`
      insert into payment_notifications (user_id, sent_at)
      values (${poor.id}, '2020-04-01T00:00:00Z'), (${poor.id}, '2020-04-05T00:00:00Z')`.execute(db());
    expect((await listed(bound, '', '2020-03-01,2020-03-31')).payouts).toMatchObject([
      { instructor_id: poor.id, paid_by: null, notified_at: '2020-04-05T00:00:00.000Z' },
    ]);
  });

  test('is of the current month where no dates are named', async () => {
    const month = new Date().toISOString().slice(0, 7);
    await makeAttendances(db(), `${month}-01`, [{ class_id: ada.class_id, user_id: sam }]);
    const { body } = await globalAdmin('GET', 'membership-payouts');
    expect(body.dates.slice(0, 10)).toBe(`${month}-01`);
    expect(body.dates.slice(11, 18)).toBe(month);
    expect(body.count).toEqual({ count: 1, live: 1, recordings: 0 });
  });

  test('sums to the split amount over its pages, sorted by any column and stable', async () => {
    const day = '2019-05-05';
    const teachers = [];
    for (let n = 0; n < MANY; n++) teachers.push(await makeTeacher(db(), { program_id: elsewhere }));
    const members: number[] = [];
    for (let n = 0; n < 7; n++) members.push((await makeSiteUser(db(), { program_id: elsewhere })).id);
    await makeAttendances(
      db(),
      day,
      teachers.flatMap(({ class_id }, index) =>
        Array.from({ length: 1 + (index % 5) }, (_, n) => ({
          class_id,
          user_id: members[(index + n) % members.length] ?? 0,
          type: (index + n) % 2 ? ('live' as const) : ('recording' as const),
        })),
      ),
    );
    for (const sort_by of MEMBERSHIP_SORTS)
      for (const sort_dest of ['asc', 'desc']) {
        const query = `split_amount=1000.01&sort_by=${sort_by}&sort_dest=${sort_dest}`;
        const pages = [1, 2, 3].map((page) => listed(globalAdmin, `${query}&page=${page}`, `${day},${day}`));
        const rows = (await Promise.all(pages)).flatMap(({ payouts }) => payouts);
        expect(new Set(rows.map(({ id }) => id)).size).toBe(MANY);
        const sum = (name: string) => rows.reduce((all, row) => all + Math.round(row[name] * 100), 0);
        expect([sum('amount'), sum('lens')]).toEqual([100_001, 100_001]);
        const figures = rows.map((row) => (sort_by === 'instructor_name' ? 0 : row[sort_by]));
        expect(figures).toEqual(figures.toSorted((a, b) => (sort_dest === 'asc' ? a - b : b - a)));
      }
  });

  test.each([
    ['split_amount=10.001', 'split_amount'],
    ['split_amount=-1', 'split_amount'],
    ['split_amount=10.5&currency=JPY', 'split_amount'],
    ['dates=2020-03-02,2020-03-01', 'dates'],
    ['dates=2020-02-30,2020-03-01', 'dates'],
    ['currency=XXX', 'currency'],
    ['sort_by=amount', 'sort_by'],
  ])('%s: 400 that names the field', async (query, field) => {
    const { status, body } = await globalAdmin('GET', `membership-payouts?${query}`);
    expect([status, body.errors?.[0]?.path]).toEqual([400, field]);
  });
});

describe('what was attended of an instructor', () => {
  const attended = (call: Call, query: string) =>
    call('GET', `membership-payout-transactions?dates=${DATES}&${query}`);

  test('is all that the row counts, newest first; whom the caller does not see has no name', async () => {
    const { body } = await attended(bound, `instructor_id=${ada.id}`);
    expect(body).toMatchObject({
      count: 2,
      transactions: [
        { created_at: `${DAY}T00:00:02.000Z`, student_name: null, type: 'recording' },
        { created_at: `${DAY}T00:00:01.000Z`, student_name: 'Sam Here', type: 'live' },
      ],
    });
    for (const { created_at, created_att, class_name } of body.transactions) {
      expect(created_att).toBe(created_at);
      expect(class_name).not.toBeNull();
    }
    const above = await attended(globalAdmin, `instructor_id=${ada.id}`);
    expect(above.body.transactions[0].student_name).toBe('Far Away');
  });

  test('of the site itself with 0, for global admins alone', async () => {
    for (const query of ['instructor_id=0', '']) {
      expect((await attended(globalAdmin, query)).body).toMatchObject({
        count: 1,
        transactions: [{ student_name: 'Sam Here' }],
      });
      expect((await attended(bound, query)).status).toBe(404);
    }
  });

  test('404 for a foreign one and for none', async () => {
    expect((await attended(bound, `instructor_id=${grace.id}`)).status).toBe(404);
    expect((await attended(globalAdmin, 'instructor_id=2147483647')).status).toBe(404);
  });
});

describe('the preview', () => {
  test('of a bound admin is of the own people; a foreign one is nobody', async () => {
    const idOf = (user_id: number | null) => payeeId({ user_id, program_id: null }, 'USD');
    const preview = (call: Call, ids: readonly number[]) =>
      call('GET', `membership-payout-preview?ids=${ids.join()}&dates=${DATES}&split_amount=100`);
    expect((await preview(bound, [idOf(ada.id)])).body).toMatchObject({
      payees: [
        { name: 'Ada Löwe', lines: 1, lines_amount: 33.33, amount: 33.33, method: 'venmo', payable: 1 },
      ],
      totals: [{ currency: 'USD', method: 'venmo', payees: 1, amount: 33.33 }],
    });
    const foreign = await preview(bound, [idOf(grace.id)]);
    expect([foreign.status, foreign.body.errors[0].path]).toEqual([400, 'ids']);
    // The site's part is nobody's business there.
    expect((await preview(bound, [idOf(null)])).body.payees).toMatchObject([
      { amount: 0, against: ['nothing'] },
    ]);
    expect((await preview(globalAdmin, [idOf(null)])).body.payees).toMatchObject([{ amount: 16.67 }]);
  });

  test('brings the cookie by which a browser fetches the file; none to a bound admin', async () => {
    const id = payeeId({ user_id: ada.id, program_id: null }, 'USD');
    const address = `membership-payout-preview?ids=${id}&dates=${DATES}&split_amount=100`;
    expect((await globalAdmin('GET', address)).headers['set-cookie']).toBeDefined();
    expect((await bound('GET', address)).headers['set-cookie']).toBeUndefined();
  });

  test('without an amount, 400 that names it', async () => {
    const id = payeeId({ user_id: ada.id, program_id: null }, 'USD');
    const { status, body } = await globalAdmin('GET', `membership-payout-preview?ids=${id}&dates=${DATES}`);
    expect([status, body.errors[0].path]).toEqual([400, 'split_amount']);
  });
});
