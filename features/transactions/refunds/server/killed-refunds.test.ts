/** `kill -9` at the statements of an ask, an approval, a pass of the job and a webhook: nothing lost, nothing twice. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { transact } from '../../../../server/context.ts';
import { inDepth } from '../../../../test/deep.ts';
import {
  makeAdmin,
  makeClass,
  makeInstructor,
  makeProgram,
  makeSiteUser,
} from '../../../../test/factories.ts';
import { deadConnectionsEnded } from '../../../../test/killed/dead-connections.ts';
import { platformOn, system } from '../../../../test/system.ts';
import { useDatabase } from '../../../../test/use-database.ts';
import { requestRefund } from '../../requests/server/refund-requests-made.ts';
import { recordCharge } from '../../server/charges.ts';
import { reserveRefund } from './reserve.ts';
import { sendDueRefunds } from './send-refunds.job.ts';
import { bookStripeEvent } from './stripe-events.ts';

const CHILD = path.join(import.meta.dirname, '../../../../test/killed/killed-refund.ts');

const database = useDatabase();
const db = () => database().everything;
const platform = () => platformOn(database());

let admin_id: number;
let class_id: number;
let student: number;
let events = 0;

beforeAll(async () => {
  admin_id = (await makeAdmin(db(), { permissions: ['superadmin'] })).id;
  const program_id = (await makeProgram(db())).id;
  const instructor_id = (await makeInstructor(db(), { program_id })).id;
  student = (await makeSiteUser(db(), { program_id })).id;
  class_id = (await makeClass(db(), { instructor_id, program_id })).id;
});

const sell = () =>
  recordCharge(system(db()), { class_id, amount: 5000, currency: 'USD', student_id: student });
const wish = { amount: 1000, class_id: null, cancel_registration: true, reason: '' };

/** What a kind of work is told, on a charge of its own, and what makes it whole again after a death. */
type Work = { told(charge: number): Promise<object>; again(told: object): Promise<unknown>; done: boolean };

const works: Record<string, Work> = {
  ask: { told: async (id) => ({ id, admin_id }), again: async () => undefined, done: false },
  approve: {
    told: async (charge_id) => {
      const asked = { ...wish, charge_id, type: 'student' as const, user_id: student };
      const request = await transact(system(db()), (tx) => requestRefund(tx, asked));
      return { id: request.id, admin_id };
    },
    again: async () => undefined,
    done: false,
  },
  send: {
    told: async (charge_id) => {
      await transact(system(db()), (tx) => reserveRefund(tx, { ...wish, charge_id }));
      return {};
    },
    again: async () => undefined,
    done: true,
  },
  webhook: {
    told: async (charge) => {
      const name = `ch_${charge}`;
      await db()
        .updateTable('charges')
        .set({ provider: 'stripe', provider_charge: name })
        .where('id', '=', charge)
        .execute();
      const refund = { id: `re_${charge}`, object: 'refund', charge: name, amount: 1000, currency: 'usd' };
      const object = { ...refund, status: 'succeeded', metadata: {}, payment_intent: null };
      return { event: { id: `evt_${++events}`, type: 'refund.updated', data: { object } } };
    },
    // It was not answered, so it comes again.
    again: ({ event }: { event?: never }) => bookStripeEvent(platform(), event as never),
    done: true,
  },
};

describe.each(Object.entries(works))('%s', (what, work) => {
  const run = (given: object, statement: number, moment: string) => {
    const { global, scoped } = database().urls;
    const call = [CHILD, global, scoped, what, JSON.stringify(given), String(statement), moment];
    return spawnSync(process.execPath, call, { encoding: 'utf8' });
  };

  test('is done wholly or not at all, and once in the end', async () => {
    const whole = run(await work.told(await sell()), 0, '');
    const statements = Number.parseInt(whole.stdout, 10);
    expect(statements, whole.stderr).toBeGreaterThan(5);
    await settleAll();
    const every = Array.from({ length: statements }, (_, n) => statements - n);
    const chosen = inDepth(every.slice(0, 1), [...every, ...every]);
    for (const [index, statement] of chosen.entries()) {
      const charge = await sell();
      const given = await work.told(charge);
      const { signal } = run(given, statement, index % 2 ? 'before' : 'after');
      expect(signal).toBe('SIGKILL');
      await deadConnectionsEnded(db());
      const [refund] = await refundsOf(charge);
      await work.again(given);
      await settleAll();
      const after = await refundsOf(charge);
      // Only what was promised before is done; what was to be done before has been.
      expect(after.length, `statement ${statement}`).toBe(work.done || refund ? 1 : 0);
      for (const made of after) expect(made).toMatchObject({ state: 'succeeded', amount: 1000, given: 1000 });
      const { rows } = await sql`
        select c.refunded, c.reserved, e.cancel_after_refund from charges c
        left join class_users e on e.charge_id = c.id where c.id = ${charge}`.execute(db());
      expect(rows).toMatchObject([{ refunded: 1000 * after.length, reserved: 0 }]);
    }
  });
});

/** With what the provider, and the lines, have given back. */
async function refundsOf(charge: number) {
  const { rows } = await sql<{ id: number; state: string; amount: number; given: number }>`
    select r.id, r.state, r.amount, coalesce(sum(l.amount), 0)::integer as given
    from refunds r left join refund_lines l on l.refund_id = r.id
    where r.charge_id = ${charge} group by r.id`.execute(db());
  return rows;
}

/** As when the leases are over. */
async function settleAll(): Promise<void> {
  await sql`update refunds set due_at = provost_now() where due_at is not null`.execute(db());
  await sendDueRefunds(platform());
}
