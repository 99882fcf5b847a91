import { callsOf } from '../../../web/api.ts';
import type { QueueSteps } from '../../../web/ui/queue/use-queue-steps.ts';
import { giftPurchasesContract, type Purchase } from '../contract.ts';

export const { calls, reload } = callsOf('giftPurchases', giftPurchasesContract);

export type Beside = { steps: QueueSteps };

export async function readPurchase(id: number): Promise<Purchase> {
  return (await calls.purchase.call({ id })).purchase;
}

export function nameOf({ product, user }: Pick<Purchase, 'product' | 'user'>): string {
  return `${product.name} for ${user.name || user.email}`;
}

export function ordersInWords(count: number): string {
  return count === 1 ? '1 order' : `${count.toLocaleString()} orders`;
}
