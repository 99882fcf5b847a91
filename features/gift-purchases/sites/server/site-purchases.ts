import { refuseField } from '../../../../core/errors.ts';
import { type Outcome, oneByOne, type SiteTransaction } from '../../../../server/sites/facts.ts';
import { holdEvents, holdProducts, holdUsers, requireHere } from '../../../../server/sites/rows-here.ts';
import { coinsOf } from '../../../users/coins/server/coins.ts';
import { recordPurchase } from '../../server/record-purchase.ts';
import type { SitePurchase } from '../contract.ts';

/** Books purchases. Rejected: a foreign event, product or user (404 by name), an event that sells nothing here or at another price, sold out, too few coins (400). */
export async function bookPurchases(
  tx: SiteTransaction,
  purchases: readonly SitePurchase[],
): Promise<Outcome<{ balance: number }>[]> {
  const events = await holdEvents(
    tx,
    purchases.map(({ event_id }) => event_id),
  );
  const offers = await offersOf(tx, events);
  const products = await holdProducts(tx, [
    ...purchases.map(({ product_id }) => product_id),
    ...[...offers.values()].map(({ product_id }) => product_id ?? undefined),
  ]);
  const users = await holdUsers(
    tx,
    purchases.map(({ user_id }) => user_id),
  );
  const book = oneByOne(async (tx: SiteTransaction, { user_id, ...told }: SitePurchase) => {
    const purchase = purchaseOf(told);
    if ('event_id' in purchase) {
      requireHere(events, 'event_id', purchase.event_id);
      refuseOffer(offers.get(purchase.event_id), told.price, products);
    } else requireHere(products, 'product_id', purchase.product_id);
    requireHere(users, 'user_id', user_id);
    const { id } = await recordPurchase(tx, { user_id, ...purchase });
    return { id, balance: (await coinsOf(tx, user_id)).lilt_balance };
  });
  return book(tx, purchases);
}

type Purchase = { event_id: number } | { product_id: number; price: number };

/** Returns what is bought; the price of a product in hundredths of a coin. */
function purchaseOf({ event_id, product_id, price }: Omit<SitePurchase, 'user_id'>): Purchase {
  if (event_id !== undefined) return { event_id };
  if (product_id === undefined || price === undefined) throw new Error('a purchase of nothing');
  return { product_id, price: Math.round(price * 100) };
}

type Offer = { product_id: number | null; price: number | null };

async function offersOf({ db }: SiteTransaction, events: ReadonlySet<number>): Promise<Map<number, Offer>> {
  if (events.size === 0) return new Map();
  const rows = await db
    .selectFrom('events')
    .select(['id', 'product_id', 'price'])
    .where('id', 'in', [...events])
    .execute();
  return new Map(rows.map(({ id, ...offer }) => [id, offer]));
}

/** Refuses an event whose product is not shown here, and a price that is told and is not the event's. */
function refuseOffer(
  offer: Offer | undefined,
  price: number | undefined,
  products: ReadonlySet<number>,
): void {
  const { product_id = null, price: own = null } = offer ?? {};
  if (product_id !== null && !products.has(product_id))
    refuseField('event_id', 'The product of this event is not shown on this site');
  if (price !== undefined && own !== null && Math.round(price * 100) !== own)
    refuseField('price', `The price of this event is ${(own / 100).toFixed(2)}`);
}
