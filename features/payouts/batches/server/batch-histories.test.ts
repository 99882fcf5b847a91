/** Whatever is proposed, approved, taken back, returned and refunded, in any order: nothing is lost, nothing counted twice. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../../../core/errors.ts';
import { inDepth } from '../../../../test/deep.ts';
import { makeProgram, makeSettledAdmin } from '../../../../test/factories.ts';
import { makeBatch, makePayee } from '../../../../test/rows/batches.ts';
import { makeCharge } from '../../../../test/rows/charges.ts';
import { system } from '../../../../test/system.ts';
import { useDatabase } from '../../../../test/use-database.ts';
import { refundCharge } from '../../../transactions/refunds/server/refunds.ts';
import { payoutArrived, returnPayout } from '../../server/settle-payout.ts';
import { approveBatch, cancelBatch } from './decide-batch.ts';

const database = useDatabase();
const db = () => database().everything;

let program_id: number;
let proposer: number;
let approver: number;

beforeAll(async () => {
  approver = (await makeSettledAdmin(database().owner, { permissions: ['superadmin'] })).id;
  proposer = (await makeSettledAdmin(database().owner, { permissions: ['superadmin'] })).id;
  program_id = (await makeProgram(db())).id;
});

const context = () => system(db(), { admin_id: approver, permissions: ['superadmin'] });
const STEPS = ['sell', 'refund', 'propose', 'approve', 'cancel', 'pay', 'arrive', 'return'] as const;
const step = fc.tuple(fc.constantFrom(...STEPS), fc.nat(), fc.integer({ min: 1, max: 3000 }));

/** Refunded while it was proposed, each time. */
const TAKEN_BACK_TWICE: [(typeof STEPS)[number], number, number][] = [
  ['propose', 0, 1],
  ['refund', 0, 500],
  ['cancel', 0, 1],
  ['propose', 0, 1],
  ['refund', 0, 300],
  ['sell', 0, 1000],
  ['pay', 0, 1],
  ['cancel', 0, 1],
  ['pay', 0, 1],
];

/** Written apart: what a payee has earned and given back, and what each batch took of it. */
type Model = {
  charges: { id: number; left: number }[];
  batches: {
    id: number;
    payout: number;
    amount: number;
    state: 'proposed' | 'made' | 'paid' | 'returned' | 'cancelled';
  }[];
};

test('what was earned and not given back is paid, or proposed, or open', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const payee = await makePayee(db(), { program_id });
      const model: Model = { charges: [{ id: payee.charge, left: 4999 }], batches: [] };
      for (const [what, n, amount] of steps) {
        await take(model, payee, what, n, amount);
        const { open, taken } = await found(payee.user_id);
        const earned = model.charges.reduce((sum, { left }) => sum + left, 0);
        const standing = model.batches.filter(({ state }) => state !== 'cancelled' && state !== 'returned');
        expect(taken).toBe(standing.reduce((sum, batch) => sum + batch.amount, 0));
        expect(open).toBe(earned - taken);
      }
    }),
    { numRuns: inDepth(12, 500), examples: [[TAKEN_BACK_TWICE]] },
  );
});

async function take(
  model: Model,
  payee: Awaited<ReturnType<typeof makePayee>>,
  what: (typeof STEPS)[number],
  n: number,
  amount: number,
): Promise<void> {
  const batchIn = (...states: string[]) => {
    const some = model.batches.filter(({ state }) => states.includes(state));
    return some[n % (some.length || 1)];
  };
  const { user_id: instructor_id, class_id } = payee;
  if (what === 'sell') {
    const { id } = await makeCharge(db(), { class_id, instructor_id, program_id, amount });
    model.charges.push({ id, left: amount });
  } else if (what === 'refund') {
    const charge = model.charges[n % model.charges.length];
    const back = Math.min(amount, charge?.left ?? 0);
    if (!charge || back === 0) return;
    await refundCharge(context(), { charge_id: charge.id, amount: back });
    charge.left -= back;
  } else if (what === 'propose' || what === 'pay') {
    const { open } = await found(instructor_id);
    const approval = what === 'propose';
    const made = await makeBatch(db(), [payee.id], { approval, admin_id: proposer }).catch(refusalOf);
    if (made instanceof Refusal !== open <= 0) throw new Error(`${open} is open`);
    if (made instanceof Refusal) return;
    const { id, payout } = made;
    model.batches.push({ id, payout, amount: open, state: what === 'pay' ? 'made' : 'proposed' });
  } else if (what === 'approve') {
    const batch = batchIn('proposed');
    if (batch) await approveBatch(context(), batch.id);
    if (batch) batch.state = 'made';
  } else if (what === 'cancel') {
    const batch = batchIn('proposed');
    if (batch) await cancelBatch(context(), batch.id);
    if (batch) batch.state = 'cancelled';
  } else if (what === 'arrive') {
    const batch = batchIn('made');
    if (batch) await payoutArrived(context(), batch.payout);
    if (batch) batch.state = 'paid';
  } else {
    const batch = batchIn('made', 'paid');
    if (batch) await returnPayout(context(), { id: batch.payout, reason: 'x' });
    if (batch) batch.state = 'returned';
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

async function found(user_id: number): Promise<{ open: number; taken: number }> {
  const { rows } = await sql<{ open: number; taken: number }>`
    select
      (select coalesce(sum(l.amount - l.refunded), 0) from charge_lines l where l.user_id = ${user_id} and l.payout_id is null)::integer
        + (select coalesce(sum(a.amount), 0) from payout_adjustments a where a.user_id = ${user_id} and a.payout_id is null)::integer
        as open,
      (select coalesce(sum(p.amount), 0) from payouts p
        where p.user_id = ${user_id} and p.state not in ('cancelled', 'returned'))::integer as taken`.execute(
    db(),
  );
  return rows[0] ?? { open: 0, taken: 0 };
}
