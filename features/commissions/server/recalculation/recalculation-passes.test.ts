/** The pass that runs what is due: whoever asked, however many asked, whatever fails or is held meanwhile. */
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../server/db/client.ts';
import { inDepth } from '../../../../test/deep.ts';
import { makeClass, makeInstructor, makeProgram } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { linesOf, setRows } from '../../../../test/rows/commission-groups.ts';
import { system } from '../../../../test/system.ts';
import { until } from '../../../../test/until.ts';
import { recordCharge } from '../../../transactions/server/charges.ts';
import { runDueRecalculations } from './recalculation-runs.ts';

const app = useTestApp({ recalculationDelay: 0 });
const db = () => app().platform.database.everything;

/** A class that has been sold once under a platform part of 20, which is 30 since. */
async function sold() {
  const program = await makeProgram(db());
  const instructor = await makeInstructor(db(), { program_id: program.id });
  const { id: class_id } = await makeClass(db(), { instructor_id: instructor.id, program_id: program.id });
  await setRows(db(), 'instructor', instructor.id, [{ type: 0, commission: 20 }]);
  const charge = await recordCharge(system(db()), { class_id, amount: 1000, currency: 'USD' });
  await setRows(db(), 'instructor', instructor.id, [{ type: 0, commission: 30 }]);
  return { program: program.id, instructor: instructor.id, charge };
}

async function wait(instructor: number, secondsAgo = 1): Promise<number> {
  const { id } = await db()
    .insertInto('recalculations')
    .values({
      level: 2,
      owner_id: instructor,
      run_at: new Date(Date.now() - secondsAgo * 1000).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const stateOf = (id: number) =>
  db()
    .selectFrom('recalculations')
    .select(['status', 'failures', 'run_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const platformPart = async (charge: number) => (await linesOf(db(), charge))[0]?.amount;
const waiting = async () =>
  (await db().selectFrom('recalculations').select('id').where('status', '=', 'waiting').execute()).length;

async function breakCharge(charge: number): Promise<() => Promise<void>> {
  const owner = new pg.Client(app().ownerUrl);
  await owner.connect();
  await owner.query(`
    create or replace function refuse_in_this_test() returns trigger language plpgsql as
      $$ begin raise exception 'broken on purpose'; end $$;
    create trigger broken_on_purpose before insert or update on charge_lines for each row
      when (new.charge_id = ${charge}) execute function refuse_in_this_test()`);
  return async () => {
    await owner.query('drop trigger broken_on_purpose on charge_lines');
    await owner.end();
  };
}

describe('a pass', () => {
  test('runs what a bound admin asked for by Save and update, which sends no job', async () => {
    const { program, instructor, charge } = await sold();
    const bound = await app().as({ permissions: ['programadmin'], program_id: program });
    const jobs = async () => {
      const owner = new pg.Client(app().ownerUrl);
      await owner.connect();
      const { rows } = await owner.query('select count(*)::int as jobs from pgboss.job');
      await owner.end();
      return rows[0].jobs;
    };
    const before = await jobs();
    const saved = await bound('POST', `instructor-commission/${instructor}`, {
      commission: [{ type: 1, commission: 10 }],
      update: true,
    });
    expect([saved.status, saved.body.group?.recalculation?.id]).toEqual([200, expect.any(Number)]);
    expect(await jobs()).toBe(before);
    await runDueRecalculations(app().platform);
    expect((await linesOf(db(), charge)).map(({ type, amount }) => [type, amount])).toEqual([
      [0, 300],
      [1, 100],
      [4, 600],
    ]);
    const { recalculation } = (await bound('GET', `recalculation/${saved.body.group.recalculation.id}`)).body;
    expect(recalculation).toMatchObject({ status: 'done', charges: 1 });
  });

  test('runs the oldest first', async () => {
    const groups = [await sold(), await sold(), await sold()];
    const ids = [];
    for (const [index, { instructor }] of groups.entries())
      ids.push(await wait(instructor, [20, 30, 10][index]));
    await runDueRecalculations(app().platform);
    const runs = await db()
      .selectFrom('audit_entries')
      .select('entity_id')
      .where('entity', '=', 'recalculation')
      .where('entity_id', 'in', ids.map(String))
      .orderBy('id')
      .execute();
    expect(runs.map(({ entity_id }) => Number(entity_id))).toEqual([ids[1], ids[0], ids[2]]);
  });

  test('of a run that fails goes on to the others, and tries it again, later each time', async () => {
    const [broken, whole] = [await sold(), await sold()];
    const ids = [await wait(broken.instructor, 60), await wait(whole.instructor)] as const;
    const mend = await breakCharge(broken.charge);
    const delays: number[] = [];
    try {
      for (let failures = 1; failures <= 4; failures++) {
        const started = Date.now();
        await runDueRecalculations(app().platform);
        await runDueRecalculations(app().platform);
        const state = await stateOf(ids[0]);
        expect([state.status, state.failures]).toEqual(['waiting', failures]);
        delays.push(Date.parse(state.run_at) - started);
        await sql`update recalculations set run_at = now() where id = ${ids[0]}`.execute(db());
      }
    } finally {
      await mend();
    }
    expect((await stateOf(ids[1])).status).toBe('done');
    expect(await platformPart(whole.charge)).toBe(300);
    expect(await platformPart(broken.charge)).toBe(200);
    for (const [index, delay] of delays.entries()) expect(delay).toBeGreaterThanOrEqual(5000 * 2 ** index);
    await sql`update recalculations set run_at = now() where id = ${ids[0]}`.execute(db());
    await runDueRecalculations(app().platform);
    expect([(await stateOf(ids[0])).status, await platformPart(broken.charge)]).toEqual(['done', 300]);
  });

  test('puts a run that keeps failing off for an hour at most; another save asks afresh', async () => {
    const { program, instructor, charge } = await sold();
    const id = await wait(instructor);
    await sql`update recalculations set failures = 5000, scope_program_id = ${program}, program_id = ${program}
      where id = ${id}`.execute(db());
    const mend = await breakCharge(charge);
    await runDueRecalculations(app().platform);
    await mend();
    const { run_at, failures } = await stateOf(id);
    expect([failures, Math.round((Date.parse(run_at) - Date.now()) / 60_000)]).toEqual([5001, 60]);
    const bound = await app().as({ permissions: ['commissions'], program_id: program });
    await bound('POST', `instructor-commission/${instructor}`, { commission: [], update: true });
    expect(await stateOf(id)).toMatchObject({ status: 'waiting', failures: 0 });
    await runDueRecalculations(app().platform);
    expect((await stateOf(id)).status).toBe('done');
  });

  test('leaves alone what another process holds, and waits for nobody', async () => {
    const [held, free] = [await sold(), await sold()];
    const ids = [await wait(held.instructor, 60), await wait(free.instructor)] as const;
    const another = openDatabase(app().urls);
    await another.everything.transaction().execute(async (trx) => {
      await trx.selectFrom('recalculations').select('id').where('id', '=', ids[0]).forUpdate().execute();
      await runDueRecalculations(app().platform);
      expect([(await stateOf(ids[0])).status, (await stateOf(ids[1])).status]).toEqual(['waiting', 'done']);
    });
    await another.close();
    await runDueRecalculations(app().platform);
    expect(await stateOf(ids[0])).toMatchObject({ status: 'done', failures: 0 });
  });

  test('beside nine others runs each once', async () => {
    const groups = await Promise.all(Array.from({ length: 25 }, () => sold()));
    const ids = await Promise.all(groups.map(({ instructor }) => wait(instructor)));
    await Promise.all(Array.from({ length: 10 }, () => runDueRecalculations(app().platform)));
    const runs = await db()
      .selectFrom('audit_entries')
      .select('entity_id')
      .where('entity', '=', 'recalculation')
      .where('action', '=', 'run')
      .where('entity_id', 'in', ids.map(String))
      .execute();
    expect(runs.map(({ entity_id }) => Number(entity_id)).toSorted((a, b) => a - b)).toEqual(
      ids.toSorted((a, b) => a - b),
    );
    for (const { charge } of groups) expect(await platformPart(charge)).toBe(300);
  });

  test('ends after its time and leaves the rest to the next', async () => {
    const groups = [await sold(), await sold()];
    for (const { instructor } of groups) await wait(instructor);
    await runDueRecalculations(app().platform, { seconds: 0 });
    expect(await waiting()).toBe(2);
    await runDueRecalculations(app().platform);
    expect(await waiting()).toBe(0);
  });
});

const GROUPS = inDepth(40, 400);
/** More of them would wait longer for a connection than anybody is let wait. */
const AT_ONCE = 40;

test(`${GROUPS * 5} times Save and update by bound admins are as many runs as groups, done in a few passes`, async () => {
  const program = (await makeProgram(db())).id;
  const bound = await app().as({ permissions: ['programadmin'], program_id: program });
  const instructors = await Promise.all(
    Array.from({ length: GROUPS }, async () => (await makeInstructor(db(), { program_id: program })).id),
  );
  for (let round = 0; round < 5; round++)
    for (let from = 0; from < GROUPS; from += AT_ONCE) {
      const answers = await Promise.all(
        instructors.slice(from, from + AT_ONCE).map((id) =>
          bound('POST', `instructor-commission/${id}`, {
            commission: [{ type: 1, commission: round + 1 }],
            update: true,
          }),
        ),
      );
      expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([]);
    }
  expect(await waiting()).toBe(GROUPS);
  for (let pass = 0; pass < 5 && (await waiting()) > 0; pass++) await runDueRecalculations(app().platform);
  expect(await waiting()).toBe(0);
});

describe('with the jobs at work', () => {
  const working = useTestApp({ recalculationDelay: 0 }, { jobs: true });

  test('a pass comes by itself, again and again', async () => {
    const everything = working().platform.database.everything;
    const program = (await makeProgram(everything)).id;
    const bound = await working().as({ permissions: ['programadmin'], program_id: program });
    for (let time = 0; time < 2; time++) {
      const instructor = (await makeInstructor(everything, { program_id: program })).id;
      const body = { commission: [], update: true };
      const { recalculation } = (await bound('POST', `instructor-commission/${instructor}`, body)).body.group;
      await until(async () =>
        expect((await bound('GET', `recalculation/${recalculation.id}`)).body.recalculation.status).toBe(
          'done',
        ),
      );
    }
  });
});
