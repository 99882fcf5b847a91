/** A refund's intent: what it is to give back is set aside before anybody is asked for it. Specification: Refunds. */

import { sql } from 'kysely';
import { notFound, refuseField } from '../../../../core/errors.ts';
import { splitAmount } from '../../../../core/money.ts';
import { must } from '../../../../core/must.ts';
import { type TransactionContext, visibleTo } from '../../../../server/context.ts';
import { creating, tableRecord } from '../../../../server/nouns/creating.ts';
import { type ChargeType, canCancelRegistration } from '../../rules.ts';
import { OVER_THE_AMOUNT_PAID } from '../rules.ts';

export type RequestedRefund = {
  charge_id: number;
  /** Minor units of the charge's currency. */
  amount: number;
  cancel_registration: boolean;
  /** The refunded class of a bundle; null for the whole charge. */
  class_id: number | null;
  reason: string;
  /** `provider`: made at the provider and booked here afterwards; default `here`. */
  origin?: 'here' | 'provider';
  /** `manual` asks nobody, whoever has taken the money; default the charge's. */
  provider?: 'manual';
};

/**
 * Reserves the amount and queues the refund, which a job sends after the commit; returns its id. Throws a 404
 * for an invisible charge; a 400 for an `amount` above the rest of the charge or class's part, or fields that
 * do not fit the charge. Locks the charge until the transaction ends.
 */
export async function reserveRefund(tx: TransactionContext, asked: RequestedRefund): Promise<number> {
  const { charge_id, amount, cancel_registration, class_id, reason, origin = 'here' } = asked;
  if (!Number.isSafeInteger(amount) || amount <= 0) refuseField('amount', 'must be above 0');
  const charge = await setAside(tx, charge_id, amount);
  if (cancel_registration && !canCancelRegistration(charge.charge_type as ChargeType))
    refuseField('cancel_registration', 'This transaction has no registration to cancel');
  const shares = await sharesOf(tx, charge, asked);
  const { program_id, currency } = charge;
  const provider = asked.provider ?? charge.provider;
  const whose = { scope_program_id: program_id, created_by: tx.actor.admin_id || null };
  const values = { charge_id, amount, class_id, cancel_registration, reason, origin, provider, ...whose };
  const { id } = await creating(tx, REFUND, values, async (_, refund) => {
    if (shares.length > 0) await setSharesAside(tx, refund.id, charge, shares);
    return { after: { ...asked, currency, state: 'requested' }, program_id };
  });
  return id;
}

const REFUND = tableRecord('refund', 'refunds');

/** One statement, that holds only where the amount is left: whatever else gives back of the charge at the same time. */
async function setAside({ db, actor }: TransactionContext, id: number, amount: number) {
  const charge = await db
    .updateTable('charges')
    .set({ reserved: sql`reserved + ${amount}` })
    .where('id', '=', id)
    .where(visibleTo(actor, 'charges.program_id'))
    .where(sql<boolean>`refunded + reserved + ${amount} <= amount`)
    .returning(['id', 'program_id', 'currency', 'charge_type', 'provider'])
    .executeTakeFirst();
  if (charge) return charge;
  const seen = await db
    .selectFrom('charges')
    .select('id')
    .where('id', '=', id)
    .where(visibleTo(actor, 'charges.program_id'))
    .executeTakeFirst();
  return seen ? refuseField('amount', OVER_THE_AMOUNT_PAID) : notFound();
}

type LockedCharge = { id: number; program_id: number | null; charge_type: string };
type Share = { class_id: number; amount: number };

/** Returns the share of each class of a bundle: all for the named one, otherwise in proportion to the rest of each. */
async function sharesOf(
  { db }: TransactionContext,
  charge: LockedCharge,
  { class_id, amount }: RequestedRefund,
): Promise<Share[]> {
  if (charge.charge_type !== 'bundle_payment' && class_id === null) return [];
  const parts = await db
    .selectFrom('charge_parts')
    .select(['class_id', sql<number>`amount - refunded - reserved`.as('left')])
    .where('charge_id', '=', charge.id)
    .orderBy('class_id')
    .execute();
  if (class_id !== null) {
    const named = parts.find((part) => part.class_id === class_id);
    if (!named) refuseField('class_id', 'is not a class of this bundle');
    if (amount > named.left) refuseField('amount', OVER_THE_AMOUNT_PAID);
    return [{ class_id, amount }];
  }
  if (parts.length === 0) return [];
  const shares = splitAmount(
    amount,
    parts.map((part) => ({ type: 0, row_id: part.class_id, hundredths: part.left })),
  );
  return parts
    .map((part, index) => ({ class_id: part.class_id, amount: must(shares[index], 'share of the part') }))
    .filter((share) => share.amount > 0);
}

async function setSharesAside(
  { db }: TransactionContext,
  refund_id: number,
  charge: LockedCharge,
  shares: readonly Share[],
): Promise<void> {
  const list = JSON.stringify(shares);
  await sql`
    update charge_parts p set reserved = p.reserved + s.amount
    from json_to_recordset(${list}::json) s (class_id integer, amount bigint)
    where p.charge_id = ${charge.id} and p.class_id = s.class_id`.execute(db);
  await sql`
    insert into refund_parts (refund_id, class_id, scope_program_id, amount)
    select ${refund_id}, s.class_id, ${charge.program_id}::integer, s.amount
    from json_to_recordset(${list}::json) s (class_id integer, amount bigint)`.execute(db);
}
