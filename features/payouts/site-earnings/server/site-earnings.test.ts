/** What a payee reads of their earnings: their own lines alone, and sums that agree. */
import { beforeEach, expect, test } from 'vitest';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { payAll } from '../../../../test/models/paying.ts';
import { setRows } from '../../../../test/rows/commission-groups.ts';
import { makeSoldClass } from '../../../../test/rows/sold-classes.ts';
import { system } from '../../../../test/system.ts';
import { recordCharge } from '../../../transactions/server/charges.ts';

const app = useTestApp({ siteCallsPerMinute: 100_000 });
const db = () => app().platform.database.everything;

let program: number;
let class_id: number;
let instructor: number;
let referrer: number;
let read: (path: string) => ReturnType<ReturnType<typeof app>['call']>;
beforeEach(async () => {
  program = (await makeProgram(db())).id;
  class_id = await makeSoldClass(db(), program);
  const { instructor_id } = await db()
    .selectFrom('classes')
    .select('instructor_id')
    .where('id', '=', class_id)
    .executeTakeFirstOrThrow();
  instructor = instructor_id ?? 0;
  referrer = (await makeSiteUser(db(), { program_id: program, last_name: 'Referrersson' })).id;
  const { site_key } = await makeSiteKey(db(), program);
  read = (path) =>
    app().call('GET', `/api/site/users/${path}`, undefined, { authorization: `Bearer ${site_key}` });
  await setRows(db(), 'instructor', instructor, [
    { type: 0, commission: 12.5 },
    { type: 2, commission: 7.25, referrer_id: referrer },
  ]);
});

const sell = (amount: number, currency: 'USD' | 'EUR' = 'USD', student_id?: number) =>
  recordCharge(system(db()), { class_id, amount, currency, ...(student_id && { student_id }) });
const totals = async (id: number) => (await read(`${id}/earnings`)).body.earnings;

test('earned is refunded, paid and open together, of sales, refunds and payouts', async () => {
  const charge = await sell(10_001);
  await sell(333, 'EUR');
  await sell(5000);
  await payAll(db(), { user_id: instructor }, 'EUR');
  const staff = await app().as({ permissions: ['superadmin'] });
  await staff('POST', `charge/${charge}/refund`, { amount: 30, reason: 'x', cancel_registration: false });
  await payAll(db(), { user_id: instructor }, 'USD');
  await sell(77);
  for (const id of [instructor, referrer]) {
    const lines = await db()
      .selectFrom('charge_lines as l')
      .innerJoin('charges as c', 'c.id', 'l.charge_id')
      .select(['l.amount', 'l.refunded', 'c.currency'])
      .where('l.user_id', '=', id)
      .execute();
    for (const { currency, earned, refunded, paid, open } of await totals(id)) {
      const own = lines.filter((line) => line.currency === currency);
      expect(earned).toBe(own.reduce((sum, { amount }) => sum + amount, 0));
      expect(refunded).toBe(own.reduce((sum, line) => sum + line.refunded, 0));
      expect(earned).toBe(refunded + paid + open);
    }
    const month = new Date().toISOString().slice(0, 7);
    const { body } = await read(`${id}/earnings/${month}`);
    const sums = (await totals(id)).reduce((sum: number, { earned }: { earned: number }) => sum + earned, 0);
    expect(body.lines.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(sums);
    const paid = (await totals(id)).reduce((sum: number, one: { paid: number }) => sum + one.paid, 0);
    const { body: out } = await read(`${id}/payouts`);
    expect(out.payouts.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(paid);
  }
});

test('a payee reads nothing of another’s part, and a referrer who is a student reads their own', async () => {
  await sell(10_000);
  const month = new Date().toISOString().slice(0, 7);
  const { body } = await read(`${referrer}/earnings/${month}`);
  expect(body.lines).toMatchObject([{ type: 2, commission: 7.25, amount: 725 }]);
  expect(JSON.stringify((await read(`${instructor}/earnings/${month}`)).body)).not.toContain('Referrersson');
});

test('404 for a student, a stranger and somebody of another program; 400 for what is no month', async () => {
  await sell(10_000);
  const student = (await makeSiteUser(db(), { program_id: program, user_type: 'S' })).id;
  const foreign = (await makeSiteUser(db(), { program_id: (await makeProgram(db())).id, user_type: 'I' })).id;
  for (const id of [student, foreign, 2_000_000_000])
    for (const path of ['earnings', 'earnings/2026-01', 'payouts'])
      expect((await read(`${id}/${path}`)).status).toBe(404);
  for (const month of ['2026-13', '2026', 'x'])
    expect((await read(`${instructor}/earnings/${month}`)).status).toBe(400);
});

test('what another program’s sales have earned is not told', async () => {
  const other = (await makeProgram(db())).id;
  const there = await makeSoldClass(db(), other);
  await db().updateTable('classes').set({ instructor_id: instructor }).where('id', '=', there).execute();
  const charge = await recordCharge(system(db()), { class_id: there, amount: 999, currency: 'USD' });
  await db().updateTable('charges').set({ program_id: other }).where('id', '=', charge).execute();
  expect(await totals(instructor)).toEqual([]);
});

test('a statement holds the lines and sums of its month, and nothing of another payee', async () => {
  await db().updateTable('site_users').set({ first_name: 'ليلى' }).where('id', '=', instructor).execute();
  await sell(10_001);
  await sell(333, 'EUR');
  const month = new Date().toISOString().slice(0, 7);
  const { lines } = (await read(`${instructor}/earnings/${month}`)).body;
  const csv = await read(`${instructor}/statements/${month}.csv`);
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="statement-${month}.csv"`,
    'cache-control': 'private, no-store',
  });
  const [, ...rows] = csv.body.trim().split('\r\n');
  expect(rows.map((row: string) => row.split(',')[6])).toEqual(
    lines.map(({ amount }: { amount: number }) => (amount / 100).toFixed(2)),
  );
  expect(csv.body).not.toContain('Referrersson');
  const pdf = await read(`${instructor}/statements/${month}.pdf`);
  expect(pdf.headers['content-type']).toBe('application/pdf');
  expect(String(pdf.body).slice(0, 5)).toBe('%PDF-');
  expect((await read(`${instructor}/statements/2020-01.pdf`)).status).toBe(200);
  expect((await read(`${instructor}/statements/${month}.xls`)).body.errors[0].path).toBe('file');
  const student = await makeSiteUser(db(), { program_id: program });
  expect((await read(`${student.id}/statements/${month}.csv`)).body.errors[0].path).toBe('id');
});
