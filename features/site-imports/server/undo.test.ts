/** What an undo of moved in history takes away, and what it keeps because something hangs on it. Specification: Sites, moving in. */
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { overSiteImport } from '../../../test/csv-files.ts';
import { makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { payAll } from '../../../test/models/paying.ts';
import { moveFile } from '../../../test/moved-files.ts';
import { inDays, makeEvent } from '../../../test/rows/events.ts';
import { makeSoldClass } from '../../../test/rows/sold-classes.ts';
import { system } from '../../../test/system.ts';
import { recordAttendance } from '../../classes/server/attendances.ts';
import { refundCharge } from '../../transactions/refunds/server/refunds.ts';
import type { MovedKind } from '../rules.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let program: number;
let class_id: number;
let instructor: number;
let staff: Call;
let people: { id: number; email: string }[];
beforeEach(async () => {
  program = (await makeProgram(db())).id;
  class_id = await makeSoldClass(db(), program);
  const sold = await db()
    .selectFrom('classes')
    .select('instructor_id')
    .where('id', '=', class_id)
    .executeTakeFirstOrThrow();
  instructor = sold.instructor_id ?? 0;
  staff = await app().as({ permissions: ['programadmin'], program_id: program });
  people = [];
  for (let count = 0; count < 4; count++) people.push(await makeSiteUser(db(), { program_id: program }));
});

const move = (kind: MovedKind, text: string) => moveFile(app().platform, { kind, program_id: program, text });
async function undone(id: number) {
  expect((await staff('POST', `site-import/${id}/undo`)).status).toBe(202);
  await overSiteImport(staff, id);
  return (await staff('GET', `site-import/${id}`)).body;
}
const emailOf = (index: number) => people[index]?.email;
const chargesOf = () =>
  db()
    .selectFrom('charges')
    .select(['id', 'amount'])
    .where('site_program_id', '=', program)
    .orderBy('id')
    .execute();
const placesOf = () =>
  db()
    .selectFrom('class_users')
    .select('user_id')
    .where('class_id', '=', class_id)
    .orderBy('user_id')
    .execute();
const settledOf = () =>
  db()
    .selectFrom('payouts')
    .select(['amount', 'lines'])
    .where('user_id', '=', instructor)
    .where('method', '=', 'elsewhere')
    .execute();

test('sales go with their shares, places and what was settled of them, but for those that something hangs on', async () => {
  const header = 'reference,occurred_at,email,class,amount,paid_out_at\n';
  const before = await move('charges', `${header}u-0,2024-03-01,,${class_id},7,2024-04-01\n`);
  const { id } = await move(
    'charges',
    header +
      `u-1,2024-03-01,${emailOf(0)},${class_id},10,2024-04-01\nu-2,2024-03-01,${emailOf(1)},${class_id},20,2024-04-01\n` +
      `u-3,2024-03-01,${emailOf(2)},${class_id},40,\nu-4,2024-03-01,${emailOf(3)},${class_id},80,2024-05-01\n`,
  );
  expect(await settledOf()).toEqual([
    { amount: 3700, lines: 3 },
    { amount: 8000, lines: 1 },
  ]);
  const [, , refunded] = await chargesOf();
  await refundCharge(system(db()), { charge_id: refunded?.id ?? 0, amount: 100 });
  await recordAttendance(system(db()), { user_id: people[2]?.id ?? 0, type: 'live', class_id });
  const { import: found, left } = await undone(id);
  expect(found).toMatchObject({ state: 'undone', deleted: 2, kept: 2 });
  expect(left).toEqual([
    { line: 3, reference: 'u-2', reason: 'refunded since' },
    { line: 4, reference: 'u-3', reason: 'the buyer has attended' },
  ]);
  expect((await chargesOf()).map(({ amount }) => amount)).toEqual([700, 2000, 4000]);
  expect((await placesOf()).map(({ user_id }) => user_id)).toEqual([people[1]?.id, people[2]?.id]);
  // The day of the one that went alone is over; the other has what is left of it.
  expect(await settledOf()).toEqual([{ amount: 2700, lines: 2 }]);
  expect(await move('charges', `${header}u-1,2024-03-01,${emailOf(0)},${class_id},11,\n`)).toMatchObject({
    created: 1,
  });
  expect((await undone(before.id)).import).toMatchObject({ deleted: 1, kept: 0 });
  expect(await settledOf()).toEqual([{ amount: 2000, lines: 1 }]);
});

test('a sale that was paid out since stays, and a buyer keeps the place of another sale', async () => {
  const header = 'reference,occurred_at,email,class,amount\n';
  const first = await move('charges', `${header}v-1,2024-03-01,${emailOf(0)},${class_id},10\n`);
  await move('charges', `${header}v-2,2024-03-02,${emailOf(0)},${class_id},10\n`);
  expect((await undone(first.id)).import).toMatchObject({ deleted: 1 });
  expect(await placesOf()).toEqual([{ user_id: people[0]?.id }]);
  const { id } = await move('charges', `${header}v-3,2024-03-03,,${class_id},30\n`);
  await payAll(db(), { user_id: instructor }, 'USD');
  const { import: found, left } = await undone(id);
  expect([found.deleted, left]).toEqual([0, [{ line: 2, reference: 'v-3', reason: 'paid out since' }]]);
});

test('of places and attendances those go that nothing hangs on', async () => {
  const places = await move(
    'enrolments',
    `reference,email,class\np-1,${emailOf(0)},${class_id}\np-2,${emailOf(1)},${class_id}\n`,
  );
  const seen = await move(
    'attendances',
    `reference,email,class,type,date\ns-1,${emailOf(0)},${class_id},live,2024-03-01\n`,
  );
  const { import: found, left } = await undone(places.id);
  expect([found.deleted, left]).toEqual([
    1,
    [{ line: 2, reference: 'p-1', reason: 'the student has attended' }],
  ]);
  expect((await undone(seen.id)).import).toMatchObject({ deleted: 1, kept: 0 });
  const there = await db().selectFrom('attendances').select('id').where('class_id', '=', class_id).execute();
  expect(there).toEqual([]);
});

test('an attendance of days that were paid stays', async () => {
  const { id } = await move(
    'attendances',
    `reference,email,class,type,date\nt-1,${emailOf(0)},${class_id},live,2001-01-01\n`,
  );
  const admin = await app().as({ permissions: ['superadmin'] });
  await sql`with pool as (
      insert into membership_pools (from_day, to_day, currency, split_amount, created_by)
      values ('2001-01-01', '2001-01-01', 'USD', 1, ${admin.admin_id}) returning id
    ), payout as (
      insert into payouts (user_id, currency, amount, kind) values (${instructor}, 'USD', 1, 'membership') returning id
    )
    insert into membership_parts (pool_id, user_id, live, recordings, amount, lens, payout_id)
    select pool.id, ${instructor}, 1, 0, 1, 1, payout.id from pool, payout`.execute(db());
  const { left } = await undone(id);
  expect(left).toEqual([{ line: 2, reference: 't-1', reason: 'its days have been paid' }]);
});

test('coins are reversed, and kept where they were spent; tickets are never taken back', async () => {
  const { id } = await move(
    'coins',
    `reference,email,points,reason\nc-1,${emailOf(0)},12.50,Years\nc-2,${emailOf(1)},3,Years\n`,
  );
  const event = await makeEvent(db(), {
    program_id: program,
    start_at: inDays(-1),
    end_at: inDays(2),
    ticket_price: 150,
  });
  const tickets = await move('tickets', `reference,email,event,quantity\nk-1,${emailOf(1)},${event.id},1\n`);
  const { import: found, left } = await undone(id);
  expect([found.deleted, left]).toEqual([
    1,
    [{ line: 3, reference: 'c-2', reason: 'the LiL-T have been spent' }],
  ]);
  const { body, status } = await staff('POST', `site-import/${tickets.id}/undo`);
  expect([status, body.message]).toEqual([400, expect.stringMatching(/a ticket is never deleted/)]);
  const balances = await db()
    .selectFrom('site_users')
    .select('lilt_balance')
    .where('id', 'in', [people[0]?.id ?? 0, people[1]?.id ?? 0])
    .orderBy('id')
    .execute();
  expect(balances.map(({ lilt_balance }) => lilt_balance)).toEqual([0, 150]);
});
