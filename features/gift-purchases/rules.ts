/** Purchases and prizes, shared by browser and server. Specification: Store; Fulfil. */
import type { ProductType } from '../gift-products/rules.ts';

/** `regular`: bought; `prize`: won in a giveaway. */
export const PURCHASE_TYPES = ['regular', 'prize'] as const;
export type PurchaseType = (typeof PURCHASE_TYPES)[number];

export const PURCHASE_STATES = ['win', 'non-win'] as const;
export type PurchaseState = (typeof PURCHASE_STATES)[number];

export const MOST_ORDERS = 500;

export const MAX_CARRIER = 80;
export const MAX_TRACKING_NUMBER = 80;

/** Hours in which a fulfillment can be undone, as long as its sheet is not printed: those of its file. */
export const UNDO_HOURS = 24;

export type Fulfillable = {
  product_type: ProductType;
  type: PurchaseType;
  state: PurchaseState;
  delivery_confirmed: 0 | 1;
  payee_stopped: 0 | 1;
  fulfilled: 0 | 1;
};

/** Returns the reason an order cannot be fulfilled, in words; null where it can. The update in `server/fulfil.ts` applies the same conditions. */
export function fulfilRefusal(order: Fulfillable): string | null {
  if (order.fulfilled === 1) return 'is already fulfilled';
  if (order.product_type !== 'physical' && order.product_type !== 'money')
    return 'has nothing to send or pay';
  if (order.type === 'prize' && order.state !== 'win') return 'did not win';
  if (order.payee_stopped === 1)
    return 'is for a deleted or inactive user: a superadmin has to allow payouts to them';
  return order.delivery_confirmed === 1 ? null : waitingFor(order);
}

export function waitingFor({ product_type }: Pick<Fulfillable, 'product_type'>): string {
  return product_type === 'money' ? 'needs a payout method' : 'needs an address';
}
