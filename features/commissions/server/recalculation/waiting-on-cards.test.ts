/** A waiting recalculation stands on every card that it will move, for whoever sees the card; who may cancel it. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeClass, makeInstructor, makeProgram } from '../../../../test/factories.ts';
import { type Call, useTestApp } from '../../../../test/harness.ts';
import { setRows } from '../../../../test/rows/commission-groups.ts';
import { system } from '../../../../test/system.ts';
import { recordCharge } from '../../../transactions/server/charges.ts';

type Run = { id: number; run_at: string; requested_by: string; own: boolean; may_cancel: boolean };
type Caller = Call & { admin_id: number; email: string };

const app = useTestApp({ recalculationDelay: 300 });
const db = () => app().platform.database.everything;

let program: number;
let other: number;
let instructor: number;
let elsewhere: number;
let classId: number;
let superadmin: Caller;
let colleague: Caller;
let everywhere: Caller;
let programadmin: Caller;
let bound: Caller;
let stranger: Caller;

const as = async (permissions: ('superadmin' | 'programadmin' | 'commissions')[], program_id = 0) => {
  const email = `waits-${crypto.randomUUID()}@example.com`;
  return Object.assign(await app().as({ permissions, program_id, email }), { email });
};

/** An instructor of the program with a class that was sold `sales` times. */
async function seller(program_id: number, sales: number) {
  const { id } = await makeInstructor(db(), { program_id });
  const { id: class_id } = await makeClass(db(), { instructor_id: id, program_id });
  for (let sale = 0; sale < sales; sale++)
    await recordCharge(system(db()), { class_id, amount: 5000, currency: 'USD' });
  return { id, class_id };
}

beforeEach(async () => {
  await db()
    .updateTable('recalculations')
    .set({ status: 'cancelled', finished_at: sql`now()` })
    .where('status', '=', 'waiting')
    .execute();
  await setRows(db(), 'site', 0, [{ type: 0, commission: 20 }]);
  program = (await makeProgram(db())).id;
  other = (await makeProgram(db())).id;
  const own = await seller(program, 3);
  instructor = own.id;
  classId = own.class_id;
  elsewhere = (await seller(other, 5)).id;
  superadmin = await as(['superadmin']);
  colleague = await as(['superadmin']);
  everywhere = await as(['programadmin']);
  programadmin = await as(['programadmin'], program);
  bound = await as(['commissions'], program);
  stranger = await as(['programadmin'], other);
});

const cardsOf = async (call: Call) => {
  const [programs, instructors, classes] = await Promise.all([
    call('GET', `program-commission/${program}`),
    call('GET', `instructor-commission/${instructor}`),
    call('GET', `class-commission/${classId}`),
  ]);
  return {
    program: programs.body.program?.recalculations,
    instructor: instructors.body.instructor?.recalculations,
    class: classes.body.class?.recalculations,
  };
};
const ask = async (call: Caller, path: string, commission: unknown) => {
  const { status, body } = await call('POST', path, { commission, update: true });
  expect(status).toBe(200);
  const runs = (body.group ?? body).recalculations as Run[];
  return runs.find(({ own, requested_by }) => own && requested_by === call.email) as Run;
};
const REFERRED = () => [{ type: 1, commission: 12 }];

describe('a run that was asked for across all programs', () => {
  test('of the site stands on each card that it moves, with its own count, by whom and when', async () => {
    const run = await ask(superadmin, 'site-commission', 31);
    for (const call of [programadmin, bound]) {
      const shown = { id: run.id, run_at: run.run_at, requested_by: superadmin.email, charges: 3 };
      const cards = await cardsOf(call);
      for (const runs of Object.values(cards))
        expect(runs).toEqual([
          { ...shown, status: 'waiting', progress: null, may_cancel: false, own: false },
        ]);
      const seen = await call('GET', `recalculation/${run.id}`);
      expect(seen).toMatchObject({
        status: 200,
        body: { recalculation: { requested_by: superadmin.email }, preview: { charges: 3 } },
      });
      expect((await call('GET', 'instructors?waiting=1')).body.instructors).toMatchObject([
        { id: instructor },
      ]);
    }
    expect((await superadmin('GET', 'site-commission')).body.recalculations).toMatchObject([
      { id: run.id, own: true, may_cancel: true },
    ]);
    const theirs = await stranger('GET', `instructor-commission/${elsewhere}`);
    expect(theirs.body.instructor.recalculations).toMatchObject([{ id: run.id, charges: 5 }]);
  });

  test('stands on no card that it leaves as it is, and its count says nothing of other programs', async () => {
    const { id: apart } = await makeInstructor(db(), { program_id: program });
    await setRows(db(), 'instructor', apart, [{ type: 0, commission: 20 }]);
    const { id: class_id } = await makeClass(db(), { instructor_id: apart, program_id: program });
    await recordCharge(system(db()), { class_id, amount: 5000, currency: 'USD' });
    await ask(superadmin, 'site-commission', 32);
    const none = await bound('GET', `instructor-commission/${apart}`);
    expect(none.body.instructor.recalculations).toEqual([]);
    expect((await bound('GET', 'instructors?waiting=1')).body.instructors).toMatchObject([
      { id: instructor },
    ]);
    // What the group's own save asked for stands there also where it moves nothing.
    const own = await ask(superadmin, `instructor-commission/${apart}`, [{ type: 0, commission: 20 }]);
    expect(
      (await bound('GET', `instructor-commission/${apart}`)).body.instructor.recalculations,
    ).toMatchObject([{ id: own.id, charges: 0, own: true }]);
  });

  test('of a class stands on its instructor and its program too; one of another program is not there', async () => {
    const run = await ask(superadmin, `class-commission/${classId}`, REFERRED());
    const cards = await cardsOf(bound);
    for (const runs of Object.values(cards)) expect(runs).toMatchObject([{ id: run.id, charges: 3 }]);
    expect((await stranger('GET', `recalculation/${run.id}`)).status).toBe(404);
    expect((await stranger('DELETE', `recalculation/${run.id}`)).status).toBe(404);
    expect((await stranger('GET', `program-commission/${other}`)).body.program.recalculations).toEqual([]);
  });

  test('how many charges it has changed in all is not told to a program once it has run', async () => {
    const run = await ask(superadmin, 'site-commission', 33);
    await db()
      .updateTable('recalculations')
      .set({ status: 'done', finished_at: sql`now()`, charges: 8 })
      .where('id', '=', run.id)
      .execute();
    expect((await bound('GET', `recalculation/${run.id}`)).body.recalculation).toMatchObject({
      status: 'done',
      charges: null,
    });
    expect((await superadmin('GET', `recalculation/${run.id}`)).body.recalculation.charges).toBe(8);
  });
});

describe('it is cancelled', () => {
  const cancel = async (call: Call, id: number) => (await call('DELETE', `recalculation/${id}`)).status;

  test('by who started it and by superadmins; not by a plain admin, nor a programadmin of one of many programs', async () => {
    const site = await ask(superadmin, 'site-commission', 34);
    for (const call of [bound, programadmin, stranger, everywhere])
      expect(await cancel(call, site.id)).toBe(403);
    expect(await cancel(colleague, site.id)).toBe(200);
    expect(await cancel(superadmin, site.id)).toBe(400);
    const own = await ask(bound, `instructor-commission/${instructor}`, []);
    expect(own.may_cancel).toBe(true);
    expect(await cancel(bound, own.id)).toBe(200);
  });

  test('by a programadmin where it concerns their program alone', async () => {
    const run = await ask(superadmin, `instructor-commission/${instructor}`, REFERRED());
    expect((await cardsOf(programadmin)).instructor).toMatchObject([{ id: run.id, may_cancel: true }]);
    expect((await cardsOf(bound)).instructor).toMatchObject([{ id: run.id, may_cancel: false }]);
    expect(await cancel(bound, run.id)).toBe(403);
    expect(await cancel(programadmin, run.id)).toBe(200);
    const entries = await db()
      .selectFrom('audit_entries')
      .select(['admin_id', 'program_id'])
      .where('entity', '=', 'recalculation')
      .where('entity_id', '=', String(run.id))
      .where('action', '=', 'cancel')
      .execute();
    expect(entries).toEqual([{ admin_id: programadmin.admin_id, program_id: program }]);
  });

  test('not by a programadmin while the same instructor has unpaid sales of another program', async () => {
    await db()
      .updateTable('charges')
      .set({ program_id: other })
      .where('id', '=', sql<number>`(select min(id) from charges where instructor_id = ${instructor})`)
      .execute();
    const run = await ask(superadmin, `instructor-commission/${instructor}`, REFERRED());
    expect((await cardsOf(programadmin)).instructor).toMatchObject([
      { id: run.id, charges: 2, may_cancel: false },
    ]);
    expect(await cancel(programadmin, run.id)).toBe(403);
    // The other program sees that some of its sales will move, and whose work that is, but no card of the instructor.
    const { body } = await stranger('GET', `program-commission/${other}`);
    expect(body.program.recalculations).toMatchObject([
      { id: run.id, charges: 1, requested_by: superadmin.email, may_cancel: false },
    ]);
    expect((await stranger('GET', `instructor-commission/${instructor}`)).status).toBe(404);
    expect(await cancel(stranger, run.id)).toBe(403);
  });
});

describe('beneath the server, a program’s own role', () => {
  const scoped = <Row>(program_id: number, query: (id: number) => ReturnType<typeof sql<Row>>, id: number) =>
    app()
      .platform.database.forProgram(program_id)
      .transaction()
      .execute(async (trx) => (await query(id).execute(trx)).rows);

  test('reads the runs that move its sales and no other, and changes none of them', async () => {
    const site = await ask(superadmin, 'site-commission', 35);
    const group = await ask(superadmin, `instructor-commission/${instructor}`, REFERRED());
    const own = await ask(bound, `instructor-commission/${instructor}`, REFERRED());
    const read = (of: number) =>
      scoped<{ id: number }>(
        of,
        () => sql`select id from recalculations where status = 'waiting' order by id`,
        0,
      );
    expect((await read(program)).map(({ id }) => id)).toEqual([site.id, group.id, own.id]);
    expect((await read(other)).map(({ id }) => id)).toEqual([site.id]);
    const change = (id: number) =>
      sql<{
        id: number;
      }>`update recalculations set status = 'cancelled', finished_at = now() where id = ${id} returning id`;
    for (const id of [site.id, group.id]) expect(await scoped(program, change, id)).toEqual([]);
    const alone = (of: number) =>
      scoped<{ id: number }>(of, () => sql`select recalculations_of_own_program() as id order by 1`, 0);
    expect((await alone(program)).map(({ id }) => id)).toEqual([group.id, own.id]);
    expect(await alone(other)).toEqual([]);
  });
});
