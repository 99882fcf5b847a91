import { sql } from 'kysely';
import { notFound, refuseField } from '../../../../core/errors.ts';
import { type TransactionContext, visibleTo } from '../../../../server/context.ts';
import { refuseFormerActor } from '../../../../server/http/session.ts';
import { creating, tableRecord } from '../../../../server/nouns/creating.ts';
import { sourceOf } from '../../../../server/sites/site-caller.ts';
import { OVER_THE_AMOUNT_PAID } from '../../refunds/rules.ts';
import { type ChargeType, canCancelRegistration } from '../../rules.ts';
import type { RefundRequest } from '../contract.ts';
import { readRefundRequest } from './refund-requests.ts';

export type WishedRefund = {
  charge_id: number;
  /** Minor units of the charge's currency; null for all that is left. */
  amount: number | null;
  /** The refunded class of a bundle; null for the whole charge. */
  class_id: number | null;
  cancel_registration: boolean;
  reason: string;
} & ({ type: 'student' | 'instructor'; user_id: number } | { type: 'admin' });

/** Requests a refund, reserving nothing: for student or instructor on a site, or an admin. 404 for an invisible charge; 400 for too much, or unfit fields. */
export async function requestRefund(tx: TransactionContext, wish: WishedRefund): Promise<RefundRequest> {
  return readRefundRequest(tx, await makeRefundRequest(tx, wish));
}

/** Makes a request as {@link requestRefund}, and answers its id: a site may not read all that staff does. */
export async function makeRefundRequest(tx: TransactionContext, wish: WishedRefund): Promise<number> {
  const { actor, site } = tx;
  if (actor.admin_id) await refuseFormerActor(tx);
  const { charge_id, class_id, cancel_registration, reason, type } = wish;
  if (wish.amount !== null && (!Number.isSafeInteger(wish.amount) || wish.amount <= 0))
    refuseField('amount', 'must be above 0');
  const charge = await chargeOf(tx, wish);
  const amount = wish.amount ?? charge.left;
  if (amount > charge.left || amount === 0) refuseField('amount', OVER_THE_AMOUNT_PAID);
  if (cancel_registration && !canCancelRegistration(charge.charge_type as ChargeType))
    refuseField('cancel_registration', 'This transaction has no registration to cancel');
  const { program_id, currency } = charge;
  const asker = wish.type === 'admin' ? { admin_id: actor.admin_id } : { user_id: wish.user_id };
  // Staff cannot name a source: the column's default says that a request was made by hand.
  const source = site ? { source: sourceOf(site) } : {};
  const asked = { charge_id, class_id, amount, cancel_registration, reason, type, ...source, ...asker };
  const { id } = await creating(tx, REFUND_REQUEST, { ...asked, scope_program_id: program_id }, () => ({
    after: { ...wish, amount, currency },
    program_id,
  }));
  return id;
}

const REFUND_REQUEST = tableRecord('refund_request', 'refund_requests');

/** Reads the charge with the rest that can be refunded of it, or of the part of the class, in minor units. */
async function chargeOf({ db, actor }: TransactionContext, wish: WishedRefund) {
  const charge = await db
    .selectFrom('charges as c')
    .leftJoin('charge_parts as p', (join) =>
      join.onRef('p.charge_id', '=', 'c.id').on('p.class_id', '=', wish.class_id ?? 0),
    )
    .select(['c.program_id', 'c.currency', 'c.charge_type', 'c.student_id', 'c.instructor_id', 'p.class_id'])
    .select([
      sql<number>`c.amount - c.refunded - c.reserved`.as('charge_left'),
      sql<number | null>`p.amount - p.refunded - p.reserved`.as('part_left'),
    ])
    .where('c.id', '=', wish.charge_id)
    .where(visibleTo(actor, 'c.program_id'))
    .executeTakeFirst();
  if (!charge) notFound();
  if (wish.class_id !== null && charge.class_id === null)
    refuseField('class_id', 'is not a class of this bundle');
  const whose = { student: charge.student_id, instructor: charge.instructor_id, admin: null };
  if (wish.type !== 'admin' && wish.user_id !== whose[wish.type])
    refuseField('user_id', `is not the ${wish.type} of this transaction`);
  return { ...charge, left: charge.part_left ?? charge.charge_left };
}
