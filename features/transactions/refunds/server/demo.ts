import { sql } from 'kysely';
import type { TransactionContext } from '../../../../server/context.ts';
import type { Trx } from '../../../../server/db/client.ts';
import type { DemoStep } from '../../../../server/db/demo/demo-step.ts';
import { type Random, randomFrom } from '../../../../server/db/demo/random.ts';
import { ADA } from '../../../users/server/demo.ts';
import type { Outcome } from './refund-types.ts';
import { refundCharge } from './refunds.ts';
import { reserveRefund } from './reserve.ts';
import { settleRefund } from './settle.ts';

const SEED = 1843;

export const demo: readonly DemoStep[] = [
  { order: 20, make: ({ tx, random }) => refundPaidCharges(tx, random) },
  { order: 140, make: ({ tx }) => refundPaidLines(tx) },
];

async function refundPaidCharges(tx: TransactionContext, random: Random): Promise<void> {
  await refundSome(tx, random, 120);
  await refundSome(tx, random, 30);
  await refundOtherwise(tx);
  await dateRefunds(tx.db);
}

function refundPaidLines(tx: TransactionContext): Promise<void> {
  return refundSome(tx, randomFrom(SEED), 40);
}

/** Refunds up to `count` charges wholly or in part, none of them Ada's. */
async function refundSome(tx: TransactionContext, random: Random, count: number): Promise<void> {
  const charges = await tx.db
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
    const reason = REASONS[id % REASONS.length] ?? '';
    await refundCharge(tx, { charge_id: id, amount: part, reason });
  }
}

const REASONS = [
  '',
  'Fell ill before the class began',
  'Bought twice',
  'The session was cancelled',
  '',
  'Goodwill',
];

/** Seconds, beyond the demo's lifetime: no provider is asked again. */
const NEVER = 10 * 365 * 24 * 3600;

const LATER: Outcome[] = [
  { state: 'pending', again: NEVER },
  { state: 'unknown', again: NEVER },
  { state: 'failed', failure: 'Stripe could not return it: expired or canceled card' },
  { state: 'succeeded' },
];

/** Makes refunds in other states: pending, unknown, failed at once or after success, and one of a single class of a bundle. */
async function refundOtherwise(tx: TransactionContext): Promise<void> {
  const { rows } = await sql<{ id: number; amount: number; class_id: number | null; part: number | null }>`
    select c.id, c.amount, p.class_id, p.amount as part from charges c
    left join lateral (select class_id, amount from charge_parts where charge_id = c.id and amount > 100
      order by class_id limit 1) p on true
    where c.refunded = 0 and c.amount > 1000 and c.instructor_id <> ${ADA} and c.held is null
      and (c.id % 97 = 11 or p.class_id is not null and c.id % 7 = 3)
    order by c.created_at desc, c.id limit 48`.execute(tx.db);
  for (const [index, { id, amount, class_id, part }] of rows.entries()) {
    const outcome = LATER[index % LATER.length] ?? { state: 'succeeded' };
    const isOfClass = class_id !== null && part !== null;
    await takenByStripe(tx, id);
    const refund = await reserveRefund(tx, {
      charge_id: id,
      amount: isOfClass ? part : Math.ceil(amount / 2),
      class_id: isOfClass ? class_id : null,
      cancel_registration: false,
      reason: REASONS[index % REASONS.length] ?? '',
    });
    await tx.db.updateTable('refunds').set({ state: 'sending' }).where('id', '=', refund).execute();
    await settleRefund(tx, refund, { ...outcome, provider_refund: `re_demo_${refund}` });
    if (outcome.state === 'succeeded' && !isOfClass)
      await settleRefund(tx, refund, {
        state: 'failed',
        failure: 'Stripe could not return it: account closed',
      });
  }
}

async function takenByStripe({ db }: TransactionContext, id: number): Promise<void> {
  await db
    .updateTable('charges')
    .set({ provider: 'stripe', provider_charge: `ch_demo_${id}` })
    .where('id', '=', id)
    .execute();
}

async function dateRefunds(trx: Trx): Promise<void> {
  await sql`
    update refunds r set created_at = d.at, updated_at = d.at, asked_at = d.at,
      succeeded_at = case when r.succeeded_at is not null then d.at end,
      failed_at = case when r.failed_at is not null then least(provost_now(), d.at + interval '2 days') end
    from charges c
    cross join lateral (
      select least(provost_now(), c.created_at + make_interval(days => 1 + c.id % 25)) as at) d
    where c.id = r.charge_id`.execute(trx);
  // What was given back by hand some weeks ago has been returned.
  await sql`
    update refunds r set returned_at = least(provost_now(), r.succeeded_at + interval '1 day')
    where r.provider = 'manual' and r.state = 'succeeded' and r.succeeded_at < provost_now() - interval '14 days'`.execute(
    trx,
  );
  await sql`
    update refund_lines l set created_at = r.created_at from refunds r where r.id = l.refund_id`.execute(trx);
  await sql`
    update payout_adjustments a set created_at = l.created_at from refund_lines l
    where l.id = a.refund_line_id`.execute(trx);
}
