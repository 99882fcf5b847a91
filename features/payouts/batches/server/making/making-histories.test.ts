/** Whatever is sold, refunded, paid and cancelled beside batches in slices, at once: nothing is lost, nothing paid twice. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { Refusal } from '../../../../../core/errors.ts';
import { inDepth } from '../../../../../test/deep.ts';
import { makePayee } from '../../../../../test/rows/batches.ts';
import { makeCharge } from '../../../../../test/rows/charges.ts';
import { useSlices } from '../../../../../test/rows/slices.ts';
import { useDatabase } from '../../../../../test/use-database.ts';
import { refundCharge } from '../../../../transactions/refunds/server/refunds.ts';
import { paySales, previewSales } from '../../../server/pay-sales.ts';
import { cancelBatch } from '../decide-batch.ts';
import { makeDueBatches } from './make-batches.ts';

const database = useDatabase();
const db = () => database().everything;

const { made, platform, inSlices } = useSlices(database);

const STEPS = ['sell', 'refund', 'pay', 'cancel', 'make'] as const;
const step = fc.tuple(fc.constantFrom(...STEPS), fc.nat(1000), fc.integer({ min: 1, max: 3000 }));
/** What is in a row is done at the same time. */
const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 6 });

type Office = {
  payees: Awaited<ReturnType<typeof makePayee>>[];
  charges: number[];
  /** Amounts that were previewed before a batch was asked for, by its id, in cents. */
  previewed: Map<number, number>;
};

test('all that was earned is open or in one payout, and what is paid was previewed', async () => {
  await fc.assert(
    fc.asyncProperty(rounds, async (rounds) => {
      const office = await opened();
      for (const round of [[['pay', 2, 1]], ...rounds] as typeof rounds)
        await Promise.all(round.map(([what, n, amount]) => take(office, what, n, amount).catch(refused)));
      await makeDueBatches(platform());
      const { sums, ended, paid } = await booksOf(office);
      for (const { earned, open, taken } of sums) expect(open + taken).toBe(earned);
      expect(ended.filter((state) => !['made', 'cancelled', 'failed'].includes(state))).toEqual([]);
      for (const { id, amount } of paid) expect(amount).toBe(office.previewed.get(id));
    }),
    { numRuns: inDepth(6, 200) },
  );
});

async function opened(): Promise<Office> {
  const payees = [
    await makePayee(db(), { program_id: made.program_id }),
    await makePayee(db(), { program_id: made.program_id }),
  ];
  const charges = payees.map(({ charge }) => charge);
  for (const { class_id, user_id: instructor_id } of payees)
    for (let n = 0; n < 4; n++)
      charges.push(
        (await makeCharge(db(), { class_id, instructor_id, program_id: made.program_id, amount: 1000 + n }))
          .id,
      );
  return { payees, charges, previewed: new Map() };
}

async function take(
  { payees, charges, previewed }: Office,
  what: (typeof STEPS)[number],
  n: number,
  amount: number,
): Promise<void> {
  if (what === 'sell') {
    const { class_id = 0, user_id: instructor_id = 0 } = payees[n % 2] ?? {};
    charges.push(
      (await makeCharge(db(), { class_id, instructor_id, program_id: made.program_id, amount })).id,
    );
  } else if (what === 'refund') {
    await refundCharge(inSlices(), { charge_id: charges[n % charges.length] ?? 0, amount });
  } else if (what === 'pay') {
    const ids = n % 3 === 2 ? payees.map(({ id }) => id) : [payees[n % 3]?.id ?? 0];
    const { fingerprint, totals } = await previewSales(inSlices(), ids);
    const id = await paySales(inSlices(), { ids, fingerprint });
    previewed.set(
      id,
      totals.reduce((sum, total) => sum + Math.round(total.amount * 100), 0),
    );
  } else if (what === 'cancel') {
    const batch = [...previewed.keys()].at(-1);
    if (batch !== undefined) await cancelBatch(inSlices(), batch);
  } else await makeDueBatches(platform());
}

function refused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

/** In cents: of each payee what was earned, is open and was taken by payouts; the states of the batches, and what was paid. */
async function booksOf({ payees, previewed }: Office) {
  const users = payees.map(({ user_id }) => user_id);
  const { rows: sums } = await sql<{ earned: number; open: number; taken: number }>`
    select (select sum(l.amount - l.refunded) from charge_lines l where l.user_id = u.id)::integer as earned,
      (select coalesce(sum(l.amount - l.refunded), 0) from charge_lines l where l.user_id = u.id and l.payout_id is null)::integer
        + (select coalesce(sum(a.amount), 0) from payout_adjustments a where a.user_id = u.id and a.payout_id is null)::integer
        as open,
      (select coalesce(sum(p.amount), 0) from payouts p where p.user_id = u.id and p.state = 'made')::integer as taken
    from unnest(${users}::integer[]) u (id)`.execute(db());
  const { rows: batches } = await sql<{ id: number; state: string; amount: number }>`
    select b.id, b.state, (select coalesce(sum(p.amount), 0) from payouts p where p.batch_id = b.id)::integer as amount
    from payout_batches b where b.id = any (${[...previewed.keys()]}::integer[])`.execute(db());
  return {
    sums,
    ended: batches.map(({ state }) => state),
    paid: batches.filter(({ state }) => state === 'made'),
  };
}
