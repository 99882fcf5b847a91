/** `kill -9` at the statements of the event that says that two sales are one payment: noticed once in the end, and both sales stay. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inDepth } from '../../../../test/deep.ts';
import { makeClass, makeInstructor, makeProgram } from '../../../../test/factories.ts';
import { deadConnectionsEnded } from '../../../../test/killed/dead-connections.ts';
import { stripeEvent } from '../../../../test/peers/stripe-events.ts';
import { platformOn, system } from '../../../../test/system.ts';
import { useDatabase } from '../../../../test/use-database.ts';
import { bookStripeEvent } from '../../refunds/server/stripe-events.ts';
import { recordCharge } from '../../server/charges.ts';

const CHILD = path.join(import.meta.dirname, '../../../../test/killed/killed-refund.ts');

const database = useDatabase();
const db = () => database().everything;

test('is noticed wholly or not at all, and once in the end', async () => {
  const program_id = (await makeProgram(db())).id;
  const instructor_id = (await makeInstructor(db(), { program_id })).id;
  const class_id = (await makeClass(db(), { instructor_id, program_id })).id;
  const stage = async (name: string) => {
    for (const provider_charge of [`pi_${name}`, `in_${name}`]) {
      const id = await recordCharge(system(db()), { class_id, amount: 4999, currency: 'USD' });
      await db()
        .updateTable('charges')
        .set({ provider: 'stripe', provider_charge })
        .where('id', '=', id)
        .execute();
    }
    const money = { amount_paid: 4999, currency: 'usd', metadata: {} };
    const object = { id: `in_${name}`, object: 'invoice', payment_intent: `pi_${name}`, ...money };
    return stripeEvent('invoice.paid', object, { id: `evt_${name}`, created: 1_790_000_000 });
  };
  const run = (event: object, statement: number, moment: string) => {
    const { global, scoped } = database().urls;
    const told = JSON.stringify({ event });
    const call = [CHILD, global, scoped, 'webhook', told, String(statement), moment];
    return spawnSync(process.execPath, call, { encoding: 'utf8' });
  };
  /** Links and lines for staff, and the sales that stand untouched. */
  const standing = async (name: string) => {
    const names = [`pi_${name}`, `in_${name}`];
    const links = db().selectFrom('payment_invoices').select('invoice').where('invoice', 'in', names);
    const lines = db().selectFrom('unbooked_events').select('reason').where('object_id', 'in', names);
    const sales = db().selectFrom('charges').select('refunded').where('provider_charge', 'in', names);
    return [await links.execute(), await lines.execute(), await sales.execute()].map(({ length }) => length);
  };
  const whole = run(await stage('whole'), 0, '');
  const statements = Number.parseInt(whole.stdout, 10);
  expect(statements, whole.stderr).toBeGreaterThan(5);
  expect(await standing('whole')).toEqual([1, 1, 2]);
  const every = Array.from({ length: statements }, (_, n) => n + 1);
  for (const statement of inDepth(every.slice(4, 7), every)) {
    const name = `at${statement}`;
    const event = await stage(name);
    expect(run(event, statement, 'after').signal, `statement ${statement}`).toBe('SIGKILL');
    await deadConnectionsEnded(db());
    expect([
      [0, 0, 2],
      [1, 1, 2],
    ]).toContainEqual(await standing(name));
    // It was not answered, so it comes again.
    expect(await bookStripeEvent(platformOn(database()), event)).toBe(true);
    expect(await standing(name), `statement ${statement}`).toEqual([1, 1, 2]);
  }
});
