/** `kill -9` within and between the slices of a batch: whoever comes next goes on, and it ends as if nobody had died. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { transact } from '../../../../../server/context.ts';
import { inDepth } from '../../../../../test/deep.ts';
import { deadConnectionsEnded } from '../../../../../test/killed/dead-connections.ts';
import { makePayee } from '../../../../../test/rows/batches.ts';
import { makeCharge } from '../../../../../test/rows/charges.ts';
import { useSlices } from '../../../../../test/rows/slices.ts';
import { useDatabase } from '../../../../../test/use-database.ts';
import { paySales } from '../../../server/pay-sales.ts';
import { cancelBatch } from '../decide-batch.ts';
import { claimSlice } from './claim-slice.ts';
import { planBatch } from './plan-batch.ts';

const CHILD = path.join(import.meta.dirname, '../../../../../test/killed/killed-making.ts');

const database = useDatabase();
const db = () => database().everything;

const { made, inSlices } = useSlices(database);

/** A payee with five lines of 49.99 and a debt of 10 in a batch of three slices; one to cancel has two of them claimed. */
async function begun(to: 'make' | 'cancel') {
  const { id: payee, user_id, class_id } = await makePayee(db(), { program_id: made.program_id });
  for (let n = 0; n < 4; n++)
    await makeCharge(db(), { class_id, instructor_id: user_id, program_id: made.program_id });
  const debt = { currency: 'USD', amount: -1000, kind: 'refund', scope_program_id: made.program_id } as const;
  await db()
    .insertInto('payout_adjustments')
    .values({ ...debt, user_id })
    .execute();
  const id = await paySales(inSlices(), { ids: [payee] });
  if (to === 'cancel') {
    for (const step of [planBatch, claimSlice, claimSlice]) await transact(inSlices(), (tx) => step(tx, id));
    await cancelBatch(inSlices(), id);
  }
  return { id, user_id };
}

async function standing({ id, user_id }: { id: number; user_id: number }) {
  const { rows } = await sql<{
    state: string;
    claimed: number;
    held: number;
    others: number;
    beside: number;
  }>`
    select b.state, m.claimed,
      (select count(*) from charge_lines l join payouts p on p.id = l.payout_id where p.batch_id = b.id)::integer as held,
      (select count(*) from charge_lines l left join payouts p on p.id = l.payout_id
        where l.user_id = ${user_id} and l.payout_id is not null and p.batch_id is distinct from b.id)::integer as others,
      (select count(*) from payout_adjustments a where a.user_id = ${user_id} and a.payout_id is not null)::integer as beside,
      (select coalesce(array_agg(p.state || ' ' || p.amount), '{}') from payouts p where p.batch_id = b.id) as payouts
    from payout_batches b join payout_makings m on m.batch_id = b.id where b.id = ${id}`.execute(db());
  return rows[0];
}

function run(statement: number, moment: string) {
  const { global, scoped } = database().urls;
  return spawnSync(process.execPath, [CHILD, global, scoped, String(statement), moment], {
    encoding: 'utf8',
  });
}

const ENDS = {
  make: { state: 'made', claimed: 5, held: 5, others: 0, beside: 1, payouts: ['made 23995'] },
  cancel: { state: 'cancelled', claimed: 0, held: 0, others: 0, beside: 0, payouts: ['cancelled 23995'] },
};

describe.each(['make', 'cancel'] as const)('%s', (to) => {
  test('ends the same, wherever it was killed', async () => {
    const whole = await begun(to);
    const statements = Number.parseInt(run(0, '').stdout, 10);
    expect(await standing(whole)).toEqual(ENDS[to]);
    expect(statements).toBeGreaterThan(10);
    const places = inDepth(
      [0.3, 0.7, 0.97].map((part) => Math.round(part * statements)),
      Array.from({ length: statements }, (_, n) => n + 1),
    );
    for (const [n, statement] of places.entries()) {
      const batch = await begun(to);
      const moment = n % 2 ? 'after' : 'before';
      const { signal, stderr } = run(statement, moment);
      expect(signal, stderr).toBe('SIGKILL');
      await deadConnectionsEnded(db());
      const left = await standing(batch);
      const where = `${moment} statement ${statement}`;
      expect(left, where).toMatchObject({ others: 0, held: left?.claimed });
      const again = run(0, '');
      expect(again.status, again.stderr).toBe(0);
      expect(await standing(batch), where).toEqual(ENDS[to]);
    }
  });
});
