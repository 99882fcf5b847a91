/** Records sales, for payment webhooks and the test command. Specification: Charges. */
import { refuse, refuseField } from '../../../core/errors.ts';
import { CURRENCIES, type Currency, MAX_MINOR } from '../../../core/money.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../server/context.ts';
import { lock } from '../../../server/db/client.ts';
import { creating, tableRecord } from '../../../server/nouns/creating.ts';
import { enrolBuyers } from '../../classes/server/enrolments.ts';
import { groupLock } from '../../commissions/server/groups.ts';
import { splitCharges } from '../../commissions/server/split.ts';

/** A sale; `amount` in minor units of the currency. */
export type Sale = {
  class_id: number;
  amount: number;
  currency: Currency;
  /** The buyer's input; affects the commission only where a row of the seller has that code. */
  code?: string | null;
  student_id?: number | null;
  description?: string;
};

/**
 * Records a sale and returns the charge's id. Sales and saves of the groups above wait for each other, so
 * that no charge falls between two states. Throws a 404 for an invisible class, a 400 for an amount or
 * currency out of bounds.
 */
export async function recordCharge(context: Context, sale: Sale): Promise<number> {
  if (!Number.isSafeInteger(sale.amount) || sale.amount < 0 || sale.amount > MAX_MINOR) {
    refuseField('amount', `must be between 0 and ${MAX_MINOR} minor units`);
  }
  if (!CURRENCIES.includes(sale.currency)) refuseField('currency', 'is not a currency of the marketplace');
  return transact(context, async (tx) => {
    const trx = tx.db;
    const seller = await sellerOf(tx, sale.class_id);
    await lock(trx, groupLock('site', 0), 'shared');
    if (seller.program_id) await lock(trx, groupLock('program', seller.program_id), 'shared');
    if (seller.instructor_id) await lock(trx, groupLock('instructor', seller.instructor_id), 'shared');
    await lock(trx, groupLock('class', sale.class_id), 'shared');
    const { program_id } = seller;
    const values = {
      class_id: sale.class_id,
      instructor_id: seller.instructor_id,
      program_id,
      student_id: sale.student_id ?? null,
      amount: sale.amount,
      currency: sale.currency,
      charge_type: seller.is_bundle ? 'bundle_payment' : 'class_payment',
      code: sale.code?.trim() || null,
      description: sale.description ?? seller.class_name,
    };
    const { id } = await creating(tx, CHARGE, values, async (_, charge) => {
      await splitCharges(trx, { charge_ids: [charge.id] });
      await enrolBuyers(trx, { charge_ids: [charge.id] });
      return { after: sale, program_id };
    });
    return id;
  });
}

const CHARGE = tableRecord('charge', 'charges');

async function sellerOf({ db, actor }: TransactionContext, classId: number) {
  const seller = await db
    .selectFrom('classes as c')
    .leftJoin('site_users as u', 'u.id', 'c.instructor_id')
    .select(['c.instructor_id', 'u.program_id', 'c.is_bundle', 'c.class_name'])
    .where('c.id', '=', classId)
    .where(visibleTo(actor, 'u.program_id'))
    .executeTakeFirst();
  return seller ?? refuse(404, `There is no class ${classId}`);
}
