/** Recalculations that are divided in slices: killed, stopped, beside sales, saves, payouts, refunds and other runs. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { inDepth } from '../../../../test/deep.ts';
import { makeClass, makeInstructor, makeProgram } from '../../../../test/factories.ts';
import { type Call, useTestApp } from '../../../../test/harness.ts';
import { deadConnectionsEnded } from '../../../../test/killed/dead-connections.ts';
import { payAll } from '../../../../test/models/paying.ts';
import { makeCharge } from '../../../../test/rows/charges.ts';
import { linesOf, setRows } from '../../../../test/rows/commission-groups.ts';
import { system } from '../../../../test/system.ts';
import { until } from '../../../../test/until.ts';
import { refundCharge } from '../../../transactions/refunds/server/refunds.ts';
import { recordCharge } from '../../../transactions/server/charges.ts';
import { levelNumber } from '../../rules.ts';
import { splitCharges } from '../split.ts';
import { previewTarget } from './previews.ts';
import { runDueRecalculations, runRecalculation, takeStep } from './recalculation-runs.ts';

const CHARGES = 3;
const CHILD = path.join(import.meta.dirname, '../../../../test/killed/killed-recalculation.ts');

const app = useTestApp({ recalculationDelay: 0, recalculationSliceCharges: CHARGES });
const db = () => app().platform.database.everything;

type Seller = { program: number; instructor: number; class_id: number; charges: number[] };

/** A class that was sold for 10 under a platform part of 20. */
async function seller(sales: number): Promise<Seller> {
  const { id: program } = await makeProgram(db());
  const { id: instructor } = await makeInstructor(db(), { program_id: program });
  const { id: class_id } = await makeClass(db(), { instructor_id: instructor, program_id: program });
  await setRows(db(), 'instructor', instructor, [{ type: 0, commission: 20 }]);
  const charges: number[] = [];
  for (let n = 0; n < sales; n++) charges.push(await sale(class_id));
  return { program, instructor, class_id, charges };
}

const sale = (class_id: number) => recordCharge(system(db()), { class_id, amount: 1000, currency: 'USD' });

async function ask(level: 'program' | 'instructor' | 'class', owner_id: number, scope = 0) {
  const values = {
    level: levelNumber(level),
    owner_id,
    scope_program_id: scope,
    run_at: '2026-01-01T00:00:00Z',
  };
  const { id } = await db()
    .insertInto('recalculations')
    .values(scope ? { ...values, program_id: scope } : values)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const step = (id: number) => takeStep(app().platform, id, { held: 'wait', windows: new Map() });

const platformParts = async (charges: readonly number[]) => {
  const { rows } = await sql<{ part: number | null }>`
    select l.amount - l.refunded as part from unnest(${charges}::integer[]) with ordinality u (id, place)
    left join charge_lines l on l.charge_id = u.id and l.type = 0 order by place`.execute(db());
  return rows.map(({ part }) => part);
};

const runOf = (id: number) =>
  db()
    .selectFrom('recalculations')
    .select(['status', 'charges', 'failures'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('divides by the rows of its beginning, and leaves sales since then as they were sold', async () => {
  const { instructor, class_id, charges } = await seller(7);
  await setRows(db(), 'instructor', instructor, [{ type: 0, commission: 30 }]);
  const id = await ask('instructor', instructor);
  expect(await step(id)).toBe(true);
  expect(await platformParts(charges)).toEqual([200, 200, 200, 200, 200, 200, 200]);
  expect(await step(id)).toBe(true);
  expect(await platformParts(charges)).toEqual([300, 300, 300, 200, 200, 200, 200]);
  const between = await sale(class_id);
  await setRows(db(), 'instructor', instructor, [{ type: 0, commission: 50 }]);
  const later = await sale(class_id);
  await runRecalculation(app().platform, id);
  expect(await platformParts([...charges, between, later])).toEqual([...charges.map(() => 300), 300, 500]);
  expect(await runOf(id)).toMatchObject({ status: 'done', charges: 7 });
  const entries = await db()
    .selectFrom('audit_entries')
    .select('after')
    .where('entity', '=', 'recalculation')
    .where('entity_id', '=', String(id))
    .execute();
  expect(entries.map(({ after }) => after)).toEqual([
    { level: 'instructor', owner_id: instructor, charges: 7 },
  ]);
});

test('a run that begins waits for a save that is half done', async () => {
  const { instructor, class_id, charges } = await seller(5);
  await setRows(db(), 'instructor', instructor, [{ type: 0, commission: 30 }]);
  const id = await ask('instructor', instructor);
  const saver = new pg.Client(app().ownerUrl);
  await saver.connect();
  await saver.query('begin');
  await saver.query(
    `update commission_rows set replaced_at = provost_now() where level = 2 and owner_id = $1 and replaced_at is null`,
    [instructor],
  );
  const begun = step(id);
  await until(async () => {
    const { rows } = await sql`select from pg_locks where not granted and mode = 'ShareLock'
        and relation = 'commission_rows'::regclass`.execute(db());
    expect(rows).toHaveLength(1);
  });
  await saver.query(
    `insert into commission_rows (level, owner_id, type, commission, created_at) values (2, $1, 0, 40, provost_now()), (2, $1, 4, 60, provost_now())`,
    [instructor],
  );
  await saver.query('commit');
  await saver.end();
  await begun;
  await runRecalculation(app().platform, id);
  expect(await platformParts([...charges, await sale(class_id)])).toEqual([400, 400, 400, 400, 400, 400]);
});

test('a later run beside it comes after it, whichever is done first', async () => {
  const { instructor, class_id, charges } = await seller(7);
  await setRows(db(), 'instructor', instructor, [{ type: 0, commission: 30 }]);
  const first = await ask('instructor', instructor);
  await step(first);
  await step(first);
  // What the later run finds is what it would have, so that it changes nothing: the earlier one must not either.
  await setRows(db(), 'instructor', instructor, [{ type: 0, commission: 20 }]);
  const second = await ask('class', class_id);
  await runRecalculation(app().platform, second);
  expect(await platformParts(charges)).toEqual(charges.map(() => 200));
  await runRecalculation(app().platform, first);
  expect(await platformParts(charges)).toEqual(charges.map(() => 200));
  expect([(await runOf(first)).status, (await runOf(second)).status]).toEqual(['done', 'done']);
});

test('a small run does not wait for a large one, nor is it undone by it', async () => {
  const large = await seller(9);
  const { id: other } = await makeClass(db(), { instructor_id: large.instructor, program_id: large.program });
  const sold = await sale(other);
  await setRows(db(), 'instructor', large.instructor, [{ type: 0, commission: 30 }]);
  const first = await ask('instructor', large.instructor);
  await step(first);
  await setRows(db(), 'class', other, [{ type: 0, commission: 5 }]);
  const second = await ask('class', other);
  expect(await step(second)).toBe(false);
  expect([await platformParts([sold]), (await runOf(first)).status]).toEqual([[50], 'running']);
  await runRecalculation(app().platform, first);
  expect(await platformParts([...large.charges, sold])).toEqual([...large.charges.map(() => 300), 50]);
});

test('what its rows hold is divided at once where a save has resolved it meanwhile', async () => {
  const { program, instructor, charges } = await seller(7);
  await setRows(db(), 'program', program, [{ type: 1, commission: 60 }]);
  await setRows(db(), 'instructor', instructor, [{ type: 0, commission: 60 }]);
  const id = await ask('instructor', instructor);
  await step(id);
  await step(id);
  await setRows(db(), 'instructor', instructor, [{ type: 0, commission: 40 }]);
  await db()
    .transaction()
    .execute((trx) => splitCharges(trx, { level: 'instructor', owner_id: instructor, held: true }));
  await runRecalculation(app().platform, id);
  const held = await db().selectFrom('charges').select('held').where('id', 'in', charges).execute();
  expect(held.map((charge) => charge.held)).toEqual(charges.map(() => null));
  expect(await platformParts(charges)).toEqual(charges.map(() => 400));
});

test("of a program's staff it divides that program's sales alone", async () => {
  const own = await seller(5);
  const elsewhere = await makeProgram(db());
  const others: number[] = [];
  for (let n = 0; n < 2; n++)
    others.push(
      (
        await makeCharge(db(), {
          class_id: own.class_id,
          instructor_id: own.instructor,
          program_id: elsewhere.id,
        })
      ).id,
    );
  const before = await Promise.all(others.map((charge) => linesOf(db(), charge)));
  const bound = await app().as({ permissions: ['programadmin'], program_id: own.program });
  const saved = await bound('POST', `instructor-commission/${own.instructor}`, {
    commission: [{ type: 1, commission: 10 }],
    update: true,
  });
  const { id } = saved.body.group.recalculation;
  await runRecalculation(app().platform, id);
  const types = await Promise.all(
    own.charges.map(async (charge) => (await linesOf(db(), charge)).map(({ type }) => type)),
  );
  expect(types).toEqual(own.charges.map(() => [0, 1, 4]));
  expect(await Promise.all(others.map((charge) => linesOf(db(), charge)))).toEqual(before);
  expect(await runOf(id)).toMatchObject({ status: 'done', charges: 5 });
});

test('does what its preview showed', async () => {
  const { program, instructor, charges } = await seller(8);
  await refundCharge(system(db()), { charge_id: charges[1] as number, amount: 333 });
  await setRows(db(), 'instructor', instructor, [
    { type: 0, commission: 12.5 },
    { type: 1, commission: 7.77 },
  ]);
  const target = { level: 'instructor', owner_id: instructor } as const;
  const preview = () =>
    db()
      .transaction()
      .execute((trx) => previewTarget({ db: trx }, target));
  const shown = await preview();
  const earned = async () => {
    const { rows } = await sql<{ type: number; amount: number }>`
      select l.type, sum(l.amount - l.refunded)::bigint as amount from charge_lines l join charges c on c.id = l.charge_id
      where c.program_id = ${program} group by l.type`.execute(db());
    return new Map(rows.map(({ type, amount }) => [type, amount]));
  };
  const before = await earned();
  const id = await ask('instructor', instructor);
  await runRecalculation(app().platform, id);
  const after = await earned();
  expect((await runOf(id)).charges).toBe(shown.charges);
  for (const { type, before: was, after: becomes } of shown.moves)
    expect((after.get(type) ?? 0) - (before.get(type) ?? 0)).toBe(Math.round((becomes - was) * 100));
  expect(await preview()).toMatchObject({ charges: 0, moves: [] });
});

test('sales, payouts and refunds go on beside it, and every charge still adds up', async () => {
  const { instructor, class_id, charges } = await seller(24);
  await setRows(db(), 'instructor', instructor, [{ type: 0, commission: 33.33 }]);
  const id = await ask('instructor', instructor);
  const [one, two, three] = await Promise.all([
    runRecalculation(app().platform, id),
    payAll(db(), { user_id: instructor }, 'USD'),
    Promise.all(charges.slice(-6).map((charge_id) => refundCharge(system(db()), { charge_id, amount: 101 }))),
    Promise.all(Array.from({ length: 4 }, () => sale(class_id))),
    runDueRecalculations(app().platform),
  ]);
  expect([one, two === null, three.length]).toEqual([undefined, false, 6]);
  expect((await runOf(id)).status).toBe('done');
  const { rows: faults } = await sql`
    select c.id from charges c join charge_lines l on l.charge_id = c.id where c.class_id = ${class_id}
    group by c.id having sum(l.amount) <> c.amount or sum(l.refunded) <> c.refunded`.execute(db());
  expect(faults).toEqual([]);
  const { rows: payouts } = await sql`
    select p.id from payouts p join charge_lines l on l.payout_id = p.id where p.user_id = ${instructor}
    group by p.id having sum(l.paid) <> p.amount`.execute(db());
  expect(payouts).toEqual([]);
});

test('a pass that is to end leaves the rest to the next', async () => {
  const { instructor, charges } = await seller(7);
  await setRows(db(), 'instructor', instructor, [{ type: 0, commission: 30 }]);
  const id = await ask('instructor', instructor);
  await step(id);
  await step(id);
  await runDueRecalculations(app().platform, { stopping: AbortSignal.abort() });
  expect(await platformParts(charges)).toEqual([300, 300, 300, 200, 200, 200, 200]);
  await runDueRecalculations(app().platform);
  expect([(await runOf(id)).status, await platformParts(charges)]).toEqual(['done', charges.map(() => 300)]);
});

test('is stopped between two slices and goes on where it was, by whoever may cancel it', async () => {
  const { program, instructor, charges } = await seller(7);
  const superadmin = await app().as({ permissions: ['superadmin'] });
  const bound = await app().as({ permissions: ['commissions'], program_id: program });
  await setRows(db(), 'instructor', instructor, [{ type: 0, commission: 30 }]);
  const id = await ask('instructor', instructor);
  const say = async (call: Call, verb: 'stop' | 'resume') => {
    const { status, body } = await call('POST', `recalculation/${id}/${verb}`);
    return [status, body.recalculation?.status ?? body.message];
  };
  expect(await say(superadmin, 'stop')).toEqual([400, 'This recalculation is not running']);
  await step(id);
  await step(id);
  const { body } = await bound('GET', `recalculation/${id}`);
  expect(body).toMatchObject({ recalculation: { status: 'running', may_cancel: false }, preview: null });
  expect(body.recalculation.progress).toBeGreaterThan(0);
  expect(
    (await bound('GET', `instructor-commission/${instructor}`)).body.instructor.recalculation,
  ).toMatchObject({
    id,
    status: 'running',
    charges: 4,
  });
  expect((await say(bound, 'stop'))[0]).toBe(403);
  expect(await superadmin('DELETE', `recalculation/${id}`)).toMatchObject({ status: 400 });
  expect(await say(superadmin, 'stop')).toEqual([200, 'stopped']);
  expect(await say(superadmin, 'stop')).toEqual([400, 'This recalculation is not running']);
  await runDueRecalculations(app().platform);
  expect(await platformParts(charges)).toEqual([300, 300, 300, 200, 200, 200, 200]);
  expect((await say(bound, 'resume'))[0]).toBe(403);
  expect(await say(superadmin, 'resume')).toEqual([200, 'running']);
  await runDueRecalculations(app().platform);
  expect([(await runOf(id)).status, await platformParts(charges)]).toEqual(['done', charges.map(() => 300)]);
});

test('killed anywhere within and between its slices, it goes on to the same lines', async () => {
  const run = (id: number, statement: number, moment: string) =>
    spawnSync(
      process.execPath,
      [CHILD, app().urls.global, app().urls.scoped, String(id), String(statement), moment, '5'],
      { encoding: 'utf8' },
    );
  const { instructor, charges } = await seller(24);
  const set = (commission: number) => setRows(db(), 'instructor', instructor, [{ type: 0, commission }]);
  await set(30);
  const whole = run(await ask('instructor', instructor), 0, '');
  const statements = Number.parseInt(whole.stdout, 10);
  expect(await platformParts(charges), whole.stderr).toEqual(charges.map(() => 300));
  expect(statements).toBeGreaterThan(40);
  const places = inDepth(
    [0.1, 0.3, 0.6, 0.85, 0.97].map((share) => Math.round(share * statements)),
    Array.from({ length: statements }, (_, n) => n + 1),
  );
  for (const [n, statement] of places.entries()) {
    const [was, becomes] = n % 2 ? [200, 300] : [300, 200];
    await set(becomes / 10);
    const id = await ask('instructor', instructor);
    const moment = n % 3 ? 'after' : 'before';
    const { signal, stderr } = run(id, statement, moment);
    expect(signal, stderr).toBe('SIGKILL');
    await deadConnectionsEnded(db());
    const parts = await platformParts(charges);
    const done = parts.filter((part) => part === becomes).length;
    const where = `${moment} statement ${statement}`;
    expect(parts, where).toEqual([
      ...parts.slice(0, done).map(() => becomes),
      ...parts.slice(done).map(() => was),
    ]);
    await runDueRecalculations(app().platform);
    expect([(await runOf(id)).status, await platformParts(charges)], where).toEqual([
      'done',
      charges.map(() => becomes),
    ]);
  }
});
