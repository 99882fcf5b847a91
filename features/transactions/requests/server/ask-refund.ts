import { sql } from 'kysely';
import { notFound, refuseField } from '../../../../core/errors.ts';
import { toMajor, toMinor } from '../../../../core/money.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../../server/context.ts';
import { refuseFormerActor } from '../../../../server/http/session.ts';
import { keepLimit, needsSecondApprover } from '../../../money-settings/server/money-rules.ts';
import type { RefundEntry } from '../../contract.ts';
import { OVER_THE_AMOUNT_PAID } from '../../refunds/rules.ts';
import { refuseWithoutProvider } from '../../refunds/server/provider.ts';
import { entriesOf } from '../../refunds/server/refund-entries.ts';
import { reserveRefund } from '../../refunds/server/reserve.ts';
import type { RefundRequest } from '../contract.ts';
import { requestRefund } from './refund-requests-made.ts';

export type Wish = {
  id: number;
  /** Major units of its currency. */
  amount: number;
  cancel_registration: boolean;
  class_id?: number | undefined;
  reason: string;
};

/** Result of the call: a queued refund, or a request if the amount needs a second admin. */
export type AskedFor = { refund: RefundEntry | null; request: RefundRequest | null };

/** Throws a 404 for an invisible charge; a 400 on `amount`, `class_id` or `cancel_registration`, or where its provider is not set up. */
export async function askRefund(context: Context, wish: Wish): Promise<AskedFor> {
  return transact(context, async (tx) => {
    await refuseFormerActor(tx);
    await keepLimit(tx);
    const charge = await holdCharge(tx, wish.id);
    refuseWithoutProvider(tx, charge.provider);
    const { class_id = null, cancel_registration, reason } = wish;
    const amount = amountOf(wish.amount, charge);
    const asked = { charge_id: wish.id, amount, class_id, cancel_registration, reason };
    const alone = await givenBackAlone(tx, wish.id);
    if (await needsSecondApprover(tx, alone + amount, charge.currency))
      return { refund: null, request: await requestRefund(tx, { ...asked, type: 'admin' }) };
    const id = await reserveRefund(tx, asked);
    const entries = (await entriesOf(tx, [wish.id])).get(wish.id);
    return { refund: entries?.find((entry) => entry.id === id) ?? null, request: null };
  });
}

/** Locks the charge: two concurrent refunds would each miss the other in the limit. */
async function holdCharge({ db, actor }: TransactionContext, id: number) {
  const charge = await db
    .selectFrom('charges')
    .select(['amount', 'currency', 'provider'])
    .where('id', '=', id)
    .where(visibleTo(actor, 'charges.program_id'))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return charge ?? notFound();
}

/** Sums what was refunded of the charge without a second admin, so that parts cannot evade the limit. */
async function givenBackAlone({ db }: TransactionContext, charge_id: number): Promise<number> {
  const { sum } = await db
    .selectFrom('refunds as r')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('r.amount'), eb.val(0)).as('sum'))
    .where('r.charge_id', '=', charge_id)
    .where('r.state', '<>', 'failed')
    .where('r.origin', '=', 'here')
    .where(sql<boolean>`not exists (select from refund_requests q where q.refund_id = r.id)`)
    .executeTakeFirstOrThrow();
  return Number(sum);
}

function amountOf(major: number, { amount, currency }: { amount: number; currency: string }): number {
  if (major > toMajor(amount, currency)) refuseField('amount', OVER_THE_AMOUNT_PAID);
  const minor = toMinor(String(major), currency);
  if (minor === null) refuseField('amount', `must be above 0, with no more decimals than ${currency} has`);
  return minor;
}
