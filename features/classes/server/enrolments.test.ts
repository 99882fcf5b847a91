/** What sales and the site's webhooks bring: enrolments, sessions, attendance. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import { system } from '../../../test/system.ts';
import { recordCharge } from '../../transactions/server/charges.ts';
import { recordAttendance } from './attendances.ts';
import { cancelEnrolment, enrolBuyers } from './enrolments.ts';
import { recordSession } from './sessions.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
const context = () => system(db());
let program: number;
let instructor: number;
let student: number;

beforeAll(async () => {
  program = (await makeProgram(db())).id;
  instructor = (await makeInstructor(db(), { program_id: program })).id;
  student = (await makeSiteUser(db(), { program_id: program })).id;
});

const newClass = async (is_bundle = false) =>
  (await makeClass(db(), { instructor_id: instructor, program_id: program, is_bundle })).id;
const sold = (class_id: number, student_id: number | null = student) =>
  recordCharge(context(), { class_id, amount: 4999, currency: 'USD', student_id });
const enrolled = async (class_id: number) =>
  (await db().selectFrom('class_users').selectAll().where('class_id', '=', class_id).execute()).map(
    ({ user_id, enrol_status, charge_id }) => ({ user_id, enrol_status, charge_id }),
  );

describe('a sale', () => {
  test('enrols its buyer once, whatever else they buy of it', async () => {
    const class_id = await newClass();
    const charge_id = await sold(class_id);
    await sold(class_id);
    expect(await enrolled(class_id)).toEqual([{ user_id: student, enrol_status: 0, charge_id }]);
  });

  test('of a bundle enrols in it and in every class within, through bundles as well', async () => {
    const [outer, inner, single, deep] = [
      await newClass(true),
      await newClass(true),
      await newClass(),
      await newClass(),
    ];
    await db()
      .insertInto('bundle_classes')
      .values([
        { bundle_id: outer, class_id: inner, position: 0 },
        { bundle_id: outer, class_id: single, position: 1 },
        { bundle_id: inner, class_id: deep, position: 0 },
        { bundle_id: inner, class_id: single, position: 1 },
      ])
      .execute();
    const charge_id = await sold(outer);
    for (const class_id of [outer, inner, single, deep])
      expect(await enrolled(class_id)).toEqual([{ user_id: student, enrol_status: 0, charge_id }]);
  });

  test('to nobody known enrols nobody', async () => {
    const class_id = await newClass();
    await sold(class_id, null);
    expect(await enrolled(class_id)).toEqual([]);
  });

  test('leaves who is blocked blocked', async () => {
    const class_id = await newClass();
    await db().insertInto('class_users').values({ class_id, user_id: student, enrol_status: 5 }).execute();
    await sold(class_id);
    expect(await enrolled(class_id)).toMatchObject([{ enrol_status: 5, charge_id: null }]);
  });

  test('fifty at once of one class to one student are one enrolment', async () => {
    const class_id = await newClass();
    await Promise.all(Array.from({ length: 50 }, () => sold(class_id)));
    expect(await enrolled(class_id)).toHaveLength(1);
  });
});

test('the enrolments of all sales are made once', async () => {
  const class_id = await newClass();
  await sold(class_id);
  await db().deleteFrom('class_users').execute();
  expect(await enrolBuyers(db(), 'every')).toBeGreaterThan(0);
  expect(await enrolBuyers(db(), 'every')).toBe(0);
  expect(await enrolled(class_id)).toHaveLength(1);
});

describe('a cancellation', () => {
  test('stands, is recorded, and is not cancelled again', async () => {
    const class_id = await newClass();
    await sold(class_id);
    await cancelEnrolment(context(), { class_id, user_id: student, status: 1, after_refund: true });
    await cancelEnrolment(context(), { class_id, user_id: student, status: 3 });
    expect(await enrolled(class_id)).toMatchObject([{ enrol_status: 1 }]);
    const entries = await db()
      .selectFrom('audit_entries')
      .selectAll()
      .where('entity', '=', 'enrolment')
      .where('program_id', '=', program)
      .execute();
    expect(entries).toMatchObject([
      { action: 'cancel', before: { enrol_status: 0 }, after: { enrol_status: 1, cancel_after_refund: 1 } },
    ]);
  });

  test('of who is not enrolled is a 404', async () => {
    const class_id = await newClass();
    await expect(cancelEnrolment(context(), { class_id, user_id: student, status: 1 })).rejects.toMatchObject(
      {
        status: 404,
      },
    );
  });
});

describe('a session', () => {
  const at = (hour: number) => `2027-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`;

  test('is made once and moved by the name that another system gives it', async () => {
    const class_id = await newClass();
    const given = { class_id, external_id: 'one', start_at: at(8), end_at: at(9) };
    const id = await recordSession(context(), given);
    expect(await recordSession(context(), { ...given, end_at: at(10), cancelled: true })).toBe(id);
    const rows = await db()
      .selectFrom('class_sessions')
      .selectAll()
      .where('class_id', '=', class_id)
      .execute();
    expect(rows).toMatchObject([{ id, end_at: at(10), cancelled: 1 }]);
  });

  test('that ends before it begins, or of no class, is refused', async () => {
    const class_id = await newClass();
    const wrong = { class_id, external_id: 'one', start_at: at(9), end_at: at(9) };
    await expect(recordSession(context(), wrong)).rejects.toMatchObject({ status: 400 });
    const nowhere = { ...wrong, class_id: 2_000_000_000, end_at: at(10) };
    await expect(recordSession(context(), nowhere)).rejects.toMatchObject({ status: 404 });
  });

  test('is attended once each way', async () => {
    const class_id = await newClass();
    const session_id = await recordSession(context(), {
      class_id,
      external_id: 'x',
      start_at: at(8),
      end_at: at(9),
    });
    for (const type of ['live', 'recording', 'live'] as const)
      await recordAttendance(context(), { session_id, user_id: student, type });
    const { rows } =
      await sql`select type from attendances where session_id = ${session_id} order by 1`.execute(db());
    expect(rows).toEqual([{ type: 'live' }, { type: 'recording' }]);
    await expect(
      recordAttendance(context(), { session_id: 2_000_000_000, user_id: student, type: 'live' }),
    ).rejects.toMatchObject({ status: 404 });
  });
});

test('a class is sold where it is at home, from its first day on and wherever it moves', async () => {
  const elsewhere = (await makeProgram(db())).id;
  const class_id = await newClass();
  const links = async () =>
    (
      await db().selectFrom('class_programs').select('program_id').where('class_id', '=', class_id).execute()
    ).map((row) => row.program_id);
  expect(await links()).toEqual([program]);
  await expect(
    db().deleteFrom('class_programs').where('class_id', '=', class_id).execute(),
  ).rejects.toMatchObject({
    constraint: 'class_programs_home',
  });
  await db().updateTable('classes').set({ program_id: elsewhere }).where('id', '=', class_id).execute();
  expect((await links()).toSorted((a, b) => a - b)).toEqual([program, elsewhere]);
  await db()
    .deleteFrom('class_programs')
    .where('class_id', '=', class_id)
    .where('program_id', '=', program)
    .execute();
  expect(await links()).toEqual([elsewhere]);
});
