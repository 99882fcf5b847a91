/** Records sales, for payment webhooks and the test command. Specification: Charges. */
import { notFound, refuse, refuseField } from '../../../core/errors.ts';
import { CURRENCIES, type Currency, MAX_MINOR } from '../../../core/money.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../server/context.ts';
import { bookSales } from './book-sales.ts';
import { type FoundClass, soldClass } from './sold-things.ts';

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

/** Records a sale; returns the charge's id. Sales and saves of groups above wait for each other. 404 for an invisible class, 400 for amount or currency. */
export async function recordCharge(context: Context, sale: Sale): Promise<number> {
  if (!Number.isSafeInteger(sale.amount) || sale.amount < 0 || sale.amount > MAX_MINOR) {
    refuseField('amount', `must be between 0 and ${MAX_MINOR} minor units`);
  }
  if (!CURRENCIES.includes(sale.currency)) refuseField('currency', 'is not a currency of the marketplace');
  return transact(context, async (tx) => {
    const { class_id, ...rest } = sale;
    const sold = soldClass(await findClass(tx, class_id));
    const [id] = await bookSales(tx, [{ ...rest, sold, after: sale }]);
    return id ?? notFound();
  });
}

async function findClass({ db, actor }: TransactionContext, classId: number): Promise<FoundClass> {
  const found = await db
    .selectFrom('classes as c')
    .leftJoin('site_users as u', 'u.id', 'c.instructor_id')
    .select(['c.id as class_id', 'c.class_name', 'c.is_bundle', 'c.instructor_id', 'u.program_id as home'])
    .where('c.id', '=', classId)
    .where(visibleTo(actor, 'u.program_id'))
    .executeTakeFirst();
  return found ?? refuse(404, `There is no class ${classId}`);
}
