/** The run of a recalculation: killed anywhere, started twice, in two processes at once. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inDepth } from '../../../../test/deep.ts';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { deadConnectionsEnded } from '../../../../test/killed/dead-connections.ts';
import { setRows } from '../../../../test/rows/commission-groups.ts';
import { system } from '../../../../test/system.ts';
import { recordCharge } from '../../../transactions/server/charges.ts';
import { splitCharges } from '../split.ts';
import { runRecalculation } from './recalculation-runs.ts';

/** Once at each step, before and after its answer, or three times. */
const KILLS = inDepth(6, 50);
const CHILD = path.join(import.meta.dirname, '../../../../test/killed/killed-recalculation.ts');

const app = useTestApp({ recalculationDelay: 0 });
const db = () => app().platform.database.everything;

const BEFORE = [{ type: 0, commission: 20 }] as const;

async function seller() {
  const program = await makeProgram(db());
  const instructor = await makeInstructor(db(), { program_id: program.id });
  const { id: class_id } = await makeClass(db(), { instructor_id: instructor.id });
  const referrer = await makeSiteUser(db(), { program_id: program.id });
  await setRows(db(), 'instructor', instructor.id, BEFORE);
  for (let amount = 1; amount <= 25; amount++)
    await recordCharge(system(db()), { class_id, amount: amount * 37, currency: 'USD' });
  const after = [
    { type: 0, commission: 33.33 },
    { type: 2, commission: 12.5, referrer_id: referrer.id },
  ] as const;
  return { instructor: instructor.id, class_id, after };
}

async function wait(instructor: number): Promise<number> {
  const { id } = await db()
    .insertInto('recalculations')
    .values({ level: 2, owner_id: instructor, run_at: new Date(Date.now() - 1000).toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const lines = (class_id: number) =>
  db()
    .selectFrom('charge_lines as l')
    .innerJoin('charges as c', 'c.id', 'l.charge_id')
    .select(['l.charge_id', 'l.type', 'l.amount'])
    .where('c.class_id', '=', class_id)
    .orderBy('l.charge_id')
    .orderBy('l.type')
    .execute();

const statusOf = async (id: number) =>
  (await db().selectFrom('recalculations').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status;

test(`killed ${KILLS} times at every step, it ends in the lines of an undisturbed run`, async () => {
  const { instructor, class_id, after } = await seller();
  const before = await lines(class_id);
  await setRows(db(), 'instructor', instructor, after);
  const undisturbed = await wait(instructor);
  await runRecalculation(app().platform, undisturbed);
  const expected = await lines(class_id);
  expect(expected).not.toEqual(before);
  const urls = app().urls;
  const full = spawnSync(process.execPath, [CHILD, urls.global, urls.scoped, '0', '0'], { encoding: 'utf8' });
  expect(full.status, full.stderr).toBe(0);

  let killed = 0;
  for (let attempt = 0; killed < KILLS; attempt++) {
    await setRows(db(), 'instructor', instructor, BEFORE);
    await db()
      .transaction()
      .execute((trx) => splitCharges(trx, { level: 'instructor', owner_id: instructor }));
    await setRows(db(), 'instructor', instructor, after);
    const id = await wait(instructor);
    const statement = 1 + ((Math.floor(attempt / 2) * inDepth(3, 1)) % 8);
    const moment = attempt % 2 === 0 ? 'before' : 'after';
    const child = spawnSync(process.execPath, [
      CHILD,
      urls.global,
      urls.scoped,
      String(id),
      String(statement),
      moment,
    ]);
    if (child.signal === 'SIGKILL') killed += 1;
    await deadConnectionsEnded(db());
    const status = await statusOf(id);
    const found = (await lines(class_id)).map(({ type, amount, charge_id }) => ({ charge_id, type, amount }));
    expect(found, `killed ${moment} statement ${statement}`).toEqual(status === 'done' ? expected : before);
    await runRecalculation(app().platform, id);
    expect(await statusOf(id)).toBe('done');
    expect(await lines(class_id), `run again after a kill ${moment} statement ${statement}`).toEqual(
      expected,
    );
    expect(attempt, 'the child dies often enough').toBeLessThan(KILLS * 3);
  }
});

test('started ten times at once, it runs once', async () => {
  const { instructor, class_id, after } = await seller();
  await setRows(db(), 'instructor', instructor, after);
  const id = await wait(instructor);
  await Promise.all(Array.from({ length: 10 }, () => runRecalculation(app().platform, id)));
  const runs = await db()
    .selectFrom('audit_entries')
    .select('id')
    .where('entity', '=', 'recalculation')
    .where('entity_id', '=', String(id))
    .where('action', '=', 'run')
    .execute();
  expect(runs).toHaveLength(1);
  const sums = await lines(class_id);
  expect(sums.reduce((sum, line) => sum + line.amount, 0)).toBe(((25 * 26) / 2) * 37);
});

test('one that was put off or cancelled does nothing', async () => {
  const { instructor, class_id, after } = await seller();
  const before = await lines(class_id);
  await setRows(db(), 'instructor', instructor, after);
  const id = await wait(instructor);
  await db()
    .updateTable('recalculations')
    .set({ run_at: new Date(Date.now() + 60_000).toISOString() })
    .where('id', '=', id)
    .execute();
  await runRecalculation(app().platform, id);
  expect(await statusOf(id)).toBe('waiting');
  await db()
    .updateTable('recalculations')
    .set({ status: 'cancelled', finished_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute();
  await runRecalculation(app().platform, id);
  expect(await lines(class_id)).toEqual(before);
});
