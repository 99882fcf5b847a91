/** Refunds: a part of a charge taken back from its lines. Specification: Refunds. */
import { sql } from 'kysely';
import { notFound, refuseField } from '../../../core/errors.ts';
import { splitAmount } from '../../../core/money.ts';
import { audit } from '../../../server/audit.ts';
import { type Context, transact, visibleTo } from '../../../server/context.ts';

/**
 * Refunds `amount` minor units of a charge: every line gives back in the ratio of what it still holds, exactly. A
 * paid line keeps its payout; what it gives back is owed. 404 where the caller sees no such charge, 400 above what is left of it.
 */
export async function refundCharge(
  context: Context,
  refund: { charge_id: number; amount: number },
): Promise<number> {
  return transact(context, async (within) => {
    const trx = within.db;
    const charge = await trx
      .selectFrom('charges')
      .select(['id', 'program_id', 'amount', 'refunded'])
      .where('id', '=', refund.charge_id)
      .where(visibleTo(context.actor, 'charges.program_id'))
      .forUpdate()
      .executeTakeFirst();
    if (!charge) notFound();
    if (!Number.isSafeInteger(refund.amount) || refund.amount <= 0) refuseField('amount', 'must be above 0');
    if (refund.amount > charge.amount - charge.refunded)
      refuseField('amount', "Can't refund over the amount paid");
    const lines = await trx
      .selectFrom('charge_lines')
      .select(['id', 'type', 'row_id', 'amount', 'refunded'])
      .where('charge_id', '=', charge.id)
      .orderBy('id')
      .execute();
    await trx
      .updateTable('charges')
      .set({ refunded: charge.refunded + refund.amount })
      .where('id', '=', charge.id)
      .execute();
    if (lines.length > 0) {
      const shares = splitAmount(
        refund.amount,
        lines.map((line) => ({
          type: line.type,
          row_id: line.row_id ?? 0,
          hundredths: line.amount - line.refunded,
        })),
      );
      await sql`
        update charge_lines l set refunded = l.refunded + s.share
        from unnest(${lines.map(({ id }) => id)}::bigint[], ${shares}::bigint[]) as s (id, share)
        where l.id = s.id`.execute(trx);
    }
    const { id } = await trx
      .insertInto('refunds')
      .values({
        charge_id: charge.id,
        scope_program_id: charge.program_id,
        amount: refund.amount,
        created_by: context.actor.admin_id || null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { program_id } = charge;
    await audit(within, { entity: 'refund', entity_id: id, action: 'create', program_id, after: refund });
    return id;
  });
}
