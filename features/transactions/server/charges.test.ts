/** A sale and a save of a group above it do not overlap: a charge never falls between two states. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, lock, openDatabase } from '../../../server/db/client.ts';
import { makeClass, makeInstructor, makeProgram } from '../../../test/factories.ts';
import { setRows } from '../../../test/rows/commission-groups.ts';
import { system } from '../../../test/system.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { LEVELS } from '../../commissions/rules.ts';
import { groupLock } from '../../commissions/server/groups.ts';
import { recordCharge } from './charges.ts';

const database = useDatabase();
const db = () => database().everything;

let another: () => Database;
beforeAll(() => {
  // The buyer's, as of another process: this one is refused a second connection beside a transaction.
  const opened = openDatabase(database().urls, 2);
  another = () => opened;
});
afterAll(() => another().close());

test.each(LEVELS)('a sale waits for a save at the %s level', async (level) => {
  const program = (await makeProgram(db())).id;
  const instructor = (await makeInstructor(db(), { program_id: program })).id;
  const class_id = (await makeClass(db(), { instructor_id: instructor })).id;
  const owner = { site: 0, program, instructor, class: class_id }[level];
  await setRows(db(), 'instructor', instructor, [{ type: 0, commission: 10 }]);
  const sale = { class_id, amount: 100, currency: 'USD' as const };
  const events: string[] = [];
  let sold: Promise<unknown> | undefined;
  await db()
    .transaction()
    .execute(async (trx) => {
      await lock(trx, groupLock(level, owner));
      sold = recordCharge(system(another().everything), sale).then(() => events.push('sold'));
      await untilWaiting(database().owner);
      events.push('saved');
    });
  await sold;
  expect(events).toEqual(['saved', 'sold']);
});

test('sales do not wait for each other', async () => {
  const program = (await makeProgram(db())).id;
  const instructor = (await makeInstructor(db(), { program_id: program })).id;
  const class_id = (await makeClass(db(), { instructor_id: instructor })).id;
  await db()
    .transaction()
    .execute(async (trx) => {
      await lock(trx, groupLock('class', class_id), 'shared');
      expect(
        await recordCharge(system(another().everything), { class_id, amount: 100, currency: 'USD' }),
      ).toBeGreaterThan(0);
    });
});
