/** What was given back in the demo. */
import { sql } from 'kysely';
import type { Within } from '../../../server/context.ts';
import type { Trx } from '../../../server/db/client.ts';
import type { Random } from '../../../server/db/demo/random.ts';
import { ADA } from '../../site-users/server/demo.ts';
import { refundCharge } from './refunds.ts';

/** Gives back some or all of as many charges at most, none of them Ada's. */
export async function refundSome(within: Within, random: Random, count: number): Promise<void> {
  const charges = await within.db
    .selectFrom('charges')
    .select(['id', 'amount'])
    .where('amount', '>', 100)
    .where('refunded', '=', 0)
    .where('instructor_id', '!=', ADA)
    .orderBy('id')
    .execute();
  const chosen = new Set(Array.from({ length: count }, () => random.pick(charges)));
  for (const { id, amount } of chosen) {
    const part = random.chance(50) ? amount : random.whole(1, amount - 1);
    await refundCharge(within, { charge_id: id, amount: part });
  }
}

export async function dateRefunds(trx: Trx): Promise<void> {
  await sql`
    update refunds r set created_at = least(provost_now(), c.created_at + make_interval(days => 1 + r.charge_id % 25))
    from charges c where c.id = r.charge_id`.execute(trx);
}
