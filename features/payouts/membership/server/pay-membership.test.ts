/** Paying out of a pool: frozen once, to the cent, once each. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '../../../../core/errors.ts';
import { asSystem, type Context } from '../../../../server/context.ts';
import { inTransaction } from '../../../../server/db/client.ts';
import { inDepth } from '../../../../test/deep.ts';
import { makeAdmin, makeProgram, makeSiteUser } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { makeAttendances, makeSiteClass, makeTeacher } from '../../../../test/rows/memberships.ts';
import { payeeId } from '../../rules.ts';
import { pageOfMembershipPayouts } from './membership-payouts.ts';
import { pageOfAttendances } from './membership-transactions.ts';
import { payMembership, previewMembership } from './pay-membership.ts';

const TEACHERS = 6;
const MEMBERS = 8;

const app = useTestApp();
const db = () => app().platform.database.everything;
let context: Context;
let teachers: { id: number; class_id: number }[];
let members: number[];
/** Of each teacher, and of the site last. */
let classes: number[];
let payees: number[];

beforeAll(async () => {
  const { id: admin_id } = await makeAdmin(db(), { permissions: ['superadmin'] });
  const { id: program_id } = await makeProgram(db());
  context = asSystem(app().platform, 'test', {
    admin_id,
    email: '',
    program_id: 0,
    role: 'superadmin',
    permissions: ['superadmin'],
  });
  teachers = [];
  for (let n = 0; n < TEACHERS; n++) teachers.push(await makeTeacher(db(), { program_id }));
  members = [];
  for (let n = 0; n < MEMBERS; n++) members.push((await makeSiteUser(db(), { program_id })).id);
  classes = [...teachers.map(({ class_id }) => class_id), await makeSiteClass(db())];
  payees = [...teachers.map(({ id }) => payee(id)), payee(null)];
});

const payee = (user_id: number | null, currency = 'USD') => payeeId({ user_id, program_id: null }, currency);

let days = 0;
/** A day that no other test has, of years ago. */
function freshDay(): { day: string; dates: string } {
  const day = new Date(Date.UTC(2001, 0, ++days)).toISOString().slice(0, 10);
  return { day, dates: `${day},${day}` };
}

type Happened = [member: number, teacher: number];
async function attend(day: string, happened: readonly Happened[]): Promise<void> {
  const attended = happened.map(([member, teacher], index) => ({
    user_id: members[member] ?? 0,
    class_id: classes[teacher] ?? 0,
    type: index % 3 ? ('live' as const) : ('recording' as const),
  }));
  await makeAttendances(db(), day, attended);
}

const USUAL: Happened[] = [
  [0, 0],
  [0, 0],
  [0, 1],
  [1, 1],
  [2, TEACHERS],
];
const wish = (dates: string, ids: readonly number[], split_amount = 100) => ({
  ids,
  dates,
  currency: 'USD' as const,
  split_amount,
});
/** By payee, in minor units. */
async function paidIn(dates: string): Promise<Map<number | null, number>> {
  const { rows } = await sql<{ user_id: number | null; amount: number }>`
    select m.user_id, p.amount from membership_parts m join membership_pools o on o.id = m.pool_id
    join payouts p on p.id = m.payout_id
    where o.from_day = ${dates.split(',')[0]}::date`.execute(db());
  return new Map(rows.map(({ user_id, amount }) => [user_id, amount]));
}
async function refusalOf(work: Promise<unknown>) {
  const error = await work.then(
    () => expect.unreachable('it was not refused'),
    (refused: unknown) => refused,
  );
  if (!(error instanceof Refusal)) throw error;
  return { status: error.status, message: error.message, path: error.details.errors?.[0]?.path };
}
const pools = async (dates: string) => {
  const [from_day = ''] = dates.split(',');
  const { rows } = await sql<{ id: number }>`
    select id from membership_pools where from_day = ${from_day}::date`.execute(db());
  return rows.length;
};

describe('the first payout of a range', () => {
  test('freezes what everybody gets, paid or not, payable or not', async () => {
    const { day, dates } = freshDay();
    await attend(day, USUAL);
    await payMembership(context, wish(dates, [payee(teachers[0]?.id ?? 0)]));
    expect(await paidIn(dates)).toEqual(new Map([[teachers[0]?.id, 4000]]));
    const before = await pageOfMembershipPayouts(context, { dates, currency: 'USD', page: 1 });
    expect(before.late).toEqual({ count: 0, payees: [] });
    expect(before.pool).toMatchObject({ dates, currency: 'USD', split_amount: 100 });
    expect(before.payouts).toMatchObject(
      [
        {
          instructor_id: teachers[0]?.id,
          score: 0.4,
          amount: 40,
          lens: 22.22,
          payout_id: expect.any(Number),
          payout_state: 'made',
        },
        { instructor_id: teachers[1]?.id, score: 0.4, amount: 40, lens: 44.45, payout_id: null },
        { instructor_id: null, instructor_name: null, score: 0.2, amount: 20, lens: 33.33, paid_by: 'none' },
      ].toSorted(byScoreThenId),
    );
    // Told too late.
    await makeAttendances(db(), day, [
      { user_id: members[5] ?? 0, class_id: classes[1] ?? 0, type: 'recording' },
    ]);
    expect(await pageOfMembershipPayouts(context, { dates, currency: 'USD', page: 1 })).toEqual({
      ...before,
      late: {
        count: 1,
        payees: [{ id: payee(teachers[1]?.id ?? 0), instructor_name: expect.any(String), count: 1 }],
      },
    });
    const marked = async (instructor_id: number) =>
      (await pageOfAttendances(context, { instructor_id, dates, page: 1 })).transactions
        .filter(({ is_late }) => is_late)
        .map(({ type, created_at }) => [type, created_at]);
    expect(await marked(teachers[1]?.id ?? 0)).toEqual([['recording', `${day}T00:00:01.000Z`]]);
    expect([...(await marked(teachers[0]?.id ?? 0)), ...(await marked(0))]).toEqual([]);
    // Of somebody who had no part.
    await makeAttendances(db(), day, [{ user_id: members[5] ?? 0, class_id: classes[2] ?? 0 }]);
    expect(await marked(teachers[2]?.id ?? 0)).toEqual([['live', `${day}T00:00:01.000Z`]]);
    await payMembership(context, wish(dates, payees));
    expect([...(await paidIn(dates)).values()].reduce((sum, amount) => sum + amount, 0)).toBe(10_000);
  });

  test.each([
    ['another amount', (dates: string) => wish(dates, payees, 101), 'split_amount'],
    [
      'another currency',
      (dates: string) => ({ ...wish(dates, [payee(1, 'EUR')]), currency: 'EUR' as const }),
      'split_amount',
    ],
    ['days that cut into it', (dates: string) => wish(`2000-12-31,${dates.split(',')[1]}`, payees), 'dates'],
  ])('%s is refused, and the pool is named', async (_, other, field) => {
    const { day, dates } = freshDay();
    await attend(day, USUAL);
    await payMembership(context, wish(dates, [payee(null)]));
    const days_ = `${dates.replace(',', ' to ')}, split of USD 100.00`;
    // An earlier pool may be what the longer range meets first.
    const said = field === 'dates' ? 'These dates overlap 2001-01-01' : days_;
    const refused = { status: 400, path: field, message: expect.stringContaining(said) };
    expect(await refusalOf(payMembership(context, other(dates)))).toEqual(refused);
    expect(await refusalOf(previewMembership(context, other(dates)))).toEqual(refused);
  });

  test('a range that is not over is not frozen, nor one whose amount its currency does not have', async () => {
    const now = { ids: payees, currency: 'USD' as const, dates: '' };
    expect(await refusalOf(payMembership(context, { ...now, split_amount: 10 }))).toMatchObject({
      status: 400,
      path: 'dates',
      message: expect.stringMatching(/^This period ends on \d{4}-\d\d-\d\d \(UTC\)/) as string,
    });
    const { day, dates } = freshDay();
    await attend(day, USUAL);
    expect(await refusalOf(payMembership(context, wish(dates, payees, 10.005)))).toMatchObject({
      status: 400,
      path: 'split_amount',
    });
    expect(await refusalOf(payMembership(context, wish(dates, [payee(1, 'EUR')])))).toMatchObject({
      status: 400,
      path: 'ids',
    });
    expect(await pools(dates)).toBe(0);
  });

  test('who cannot be paid is refused by name, and nothing is frozen for it', async () => {
    const { day, dates } = freshDay();
    await attend(day, USUAL);
    const poor = await makeSiteUser(db(), { user_type: 'I', first_name: 'Poor', last_name: 'Soul' });
    const refused = await refusalOf(payMembership(context, wish(dates, [payee(poor.id)])));
    expect(refused).toMatchObject({ status: 400, path: 'ids' });
    expect(refused.message).toContain('Poor Soul (USD)');
    expect(refused.message).toContain('Nothing to pay');
    expect(await pools(dates)).toBe(0);
    // Beside one who can be paid, it is held.
    const batch = await payMembership(context, wish(dates, [payee(poor.id), payee(null)]));
    const { held } = await db()
      .selectFrom('payout_batches')
      .select('held')
      .where('id', '=', batch)
      .executeTakeFirstOrThrow();
    expect(held).toMatchObject([{ payee: 'Poor Soul', amount: 0 }]);
  });

  test('a proposal that was taken back leaves the range as it was', async () => {
    const { day, dates } = freshDay();
    await attend(day, USUAL);
    const batch = await approvalBy(() => payMembership(context, wish(dates, payees)));
    await takeBack(batch);
    expect((await pageOfMembershipPayouts(context, { dates, currency: 'USD', page: 1 })).pool).toBeNull();
    await payMembership(context, wish(dates, payees, 7.01));
    expect([...(await paidIn(dates)).values()].reduce((sum, amount) => sum + amount, 0)).toBe(701);
    expect(await pools(dates)).toBe(1);
  });
});

test('what was looked at is what is paid: the preview before the pool fits it, and nothing else does', async () => {
  const { day, dates } = freshDay();
  await attend(day, USUAL);
  const asked = wish(dates, payees, 33.33);
  const preview = await previewMembership(context, asked);
  expect(preview.totals).toEqual([
    { currency: 'USD', method: 'venmo', payees: 2, amount: 26.66 },
    { currency: 'USD', method: 'none', payees: 1, amount: 6.67 },
  ]);
  expect(preview.payees.filter(({ payable }) => payable).map(({ lines }) => lines)).toEqual([1, 1, 1]);
  expect(await pools(dates)).toBe(0);
  await makeAttendances(db(), day, [
    { user_id: members[7] ?? 0, class_id: classes[2] ?? 0, type: 'recording' },
  ]);
  const { fingerprint } = preview;
  const refused = await refusalOf(payMembership(context, { ...asked, fingerprint }));
  expect(refused.status).toBe(409);
  expect(await pools(dates)).toBe(0);
  const again = await previewMembership(context, asked);
  await payMembership(context, { ...asked, fingerprint: again.fingerprint });
  const paid = await paidIn(dates);
  expect([...paid.values()].reduce((sum, amount) => sum + amount, 0)).toBe(3333);
});

test('debts and credits go along with a part, and a credit alone is not paid', async () => {
  const { day, dates } = freshDay();
  const [{ id: debtor, class_id }, { id: absent }] = [await makeTeacher(db()), await makeTeacher(db())];
  await makeAttendances(db(), day, [{ user_id: members[0] ?? 0, class_id }]);
  const beside = { currency: 'USD', scope_program_id: null, program_id: null };
  await db()
    .insertInto('payout_adjustments')
    .values([
      { ...beside, user_id: debtor, amount: -1500, kind: 'refund' },
      { ...beside, user_id: absent, amount: 700, kind: 'refund_undone' },
    ])
    .execute();
  const asked = wish(dates, [payee(debtor), payee(absent)]);
  expect((await previewMembership(context, asked)).payees).toMatchObject([
    { lines_amount: 100, debts: -15, amount: 85, payable: 1 },
    { lines: 0, lines_amount: 0, debts: 0, amount: 0, against: ['nothing'] },
  ]);
  await payMembership(context, asked);
  expect(await paidIn(dates)).toEqual(new Map([[debtor, 8500]]));
});

test('two runs equal one, however many are paid by which', async () => {
  const happened = fc.array(
    fc.tuple(fc.nat({ max: MEMBERS - 1 }), fc.nat({ max: TEACHERS })) as fc.Arbitrary<Happened>,
    { minLength: 1, maxLength: 30 },
  );
  const chosen = fc.subarray([...Array(TEACHERS + 1).keys()]);
  await fc.assert(
    fc.asyncProperty(happened, chosen, fc.integer({ min: 100, max: 99_999 }), async (rows, first, minor) => {
      const [once, twice] = [freshDay(), freshDay()];
      await attend(once.day, rows);
      await attend(twice.day, rows);
      const idsOf = (places: readonly number[]) => places.map((place) => payees[place] ?? 0);
      await payMembership(context, wish(once.dates, payees, minor / 100));
      const some = first.filter((place) => rows.some(([, teacher]) => teacher === place));
      if (some.length > 0)
        await payMembership(context, wish(twice.dates, idsOf(some), minor / 100)).catch(nothingToPay);
      await payMembership(context, wish(twice.dates, payees, minor / 100)).catch(nothingToPay);
      expect(await paidIn(twice.dates)).toEqual(await paidIn(once.dates));
    }),
    { numRuns: inDepth(10, 200) },
  );
});

test('fifty at once pay everybody once', async () => {
  const { day, dates } = freshDay();
  await attend(day, USUAL);
  const all = Array.from({ length: inDepth(20, 50) }, () => payMembership(context, wish(dates, payees)));
  const done = await Promise.allSettled(all);
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = done.flatMap((one) => (one.status === 'rejected' ? (one.reason as Refusal).message : []));
  for (const message of refused) expect(message).toContain('Nothing to pay');
  expect([...(await paidIn(dates)).values()].reduce((sum, amount) => sum + amount, 0)).toBe(10_000);
  expect(await pools(dates)).toBe(1);
});

function takeBack(batch: number): Promise<void> {
  return inTransaction(db(), async (trx) => {
    await sql`update payouts set state = 'cancelled' where batch_id = ${batch}`.execute(trx);
    await sql`
      update membership_parts m set payout_id = null from payouts p
      where p.id = m.payout_id and p.batch_id = ${batch}`.execute(trx);
    await sql`
      update payout_batches set state = 'cancelled', decided_at = now(), decided_by = created_by
      where id = ${batch}`.execute(trx);
  });
}

/** A part of less than a cent. */
function nothingToPay(error: Error): void {
  expect(error.message).toContain('Nothing to pay');
}

async function approvalBy<Result>(work: () => Promise<Result>): Promise<Result> {
  const set = (on: boolean) =>
    sql`update settings set value = jsonb_set(value, '{rules,payout_approval}', ${JSON.stringify(on)}::jsonb)
      where name = 'money'`.execute(db());
  await set(true);
  const result = await work();
  await set(false);
  return result;
}

/** As the list is sorted unless asked otherwise. */
function byScoreThenId(
  a: { score: number; instructor_id?: number | null | undefined },
  b: { score: number; instructor_id?: number | null | undefined },
): number {
  return b.score - a.score || (b.instructor_id ?? 0) - (a.instructor_id ?? 0);
}
