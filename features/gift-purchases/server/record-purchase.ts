import { sql } from 'kysely';
import { notFound, refuseField } from '../../../core/errors.ts';
import { must } from '../../../core/must.ts';
import { type Context, type TransactionContext, transact, visibleTo } from '../../../server/context.ts';
import { creating, tableRecord } from '../../../server/nouns/creating.ts';
import { sellTickets } from '../../events/draws/server/tickets.ts';
import { DELETED, spendCoins } from '../../users/coins/server/coins.ts';

type Wish = { user_id: number } & (
  | { event_id: number }
  /** `price` in hundredths of a coin, 0 for nothing. */
  | { product_id: number; price: number }
);

/**
 * Buys the product of a live regular event, with one of its tickets and at its price, or a product by itself; the site's
 * to call, with the rights of all programs. 404 for no such event, product or user; 400 where the product is not shown on
 * the site that calls (in the user's program, where none does), the event is over or sold out, or the coins are not
 * enough. The event is held first, then the product, then the user.
 */
export async function recordPurchase(context: Context, wish: Wish): Promise<{ id: number; price: number }> {
  return transact(context, async (tx) => {
    const { user_id } = wish;
    const offer =
      'event_id' in wish ? await offerOf(tx, wish.event_id, user_id) : { ...wish, event_id: null };
    const { product_id, price, event_id } = offer;
    if (!Number.isSafeInteger(price) || price < 0)
      refuseField('price', 'A price is a number of hundredths of a LiL-T');
    const sold = event_id === null ? 'product_id' : 'event_id';
    await holdProduct(tx, product_id, sold);
    const program_id = await holdBuyer(tx, user_id);
    if (!(await isShown(tx, product_id, tx.site?.program_id ?? program_id)))
      refuseField(sold, 'This product is not shown in the program of the user');
    const { rows } = await sql<{ id: number }>`
      select nextval('gift_purchases_id_seq')::integer as id`.execute(tx.db);
    const { id } = rows[0] ?? notFound();
    const paid = { user_id, amount: price, kind: 'purchase', reference: String(id) } as const;
    const entry_id = price === 0 ? null : await spendCoins(tx, paid);
    const bought = { product_id, user_id, event_id, type: 'regular', price, entry_id };
    await creating(tx, GIFT_PURCHASE, { id, ...bought }, () => ({ after: bought, program_id }));
    return { id, price };
  });
}

const GIFT_PURCHASE = tableRecord('gift_purchase', 'gift_purchases');

/** Reads and locks the gift and price of the event, with the ticket sold. */
async function offerOf(tx: TransactionContext, event_id: number, user_id: number) {
  const event = await tx.db
    .selectFrom('events')
    .select(['type', 'product_id', 'price'])
    .where('id', '=', event_id)
    .where(visibleTo(tx.actor, 'program_id'))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!event) notFound();
  const { type, product_id, price } = event;
  if (type !== 'regular') refuseField('event_id', 'Only a regular event can sell its product');
  if (product_id === null) refuseField('event_id', 'This event has no product');
  await sellTickets(tx, { event_id, user_id, quantity: 1 });
  return { event_id, product_id, price: must(price, 'price of a regular event') };
}

async function holdProduct({ db }: TransactionContext, id: number, field: string): Promise<void> {
  const product = await db
    .selectFrom('gift_products')
    .select('active')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  if (!product) notFound();
  if (product.active === 0) refuseField(field, 'This product is inactive');
}

async function holdBuyer({ db, actor }: TransactionContext, id: number): Promise<number | null> {
  const user = await db
    .selectFrom('site_users')
    .select(['program_id', 'del_status'])
    .where('id', '=', id)
    .where(visibleTo(actor, 'program_id'))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) notFound();
  if (user.del_status === 1) refuseField('user_id', DELETED);
  return user.program_id;
}

async function isShown(
  { db }: TransactionContext,
  product_id: number,
  program_id: number | null,
): Promise<boolean> {
  const { rows } = await sql<{ shown: boolean }>`
    select exists (select from gift_products where id = ${product_id} and program_id = ${program_id}::integer)
      or exists (select from gift_product_programs where product_id = ${product_id} and program_id = ${program_id}::integer)
      as shown`.execute(db);
  return rows[0]?.shown ?? false;
}
