/** Who gives money back: one interface, whoever took it. Specification: Refunds. */
import type { Platform } from '../../../server/platform.ts';
import { manualProvider } from './manual-provider.ts';
import type { Outcome } from './settle.ts';

/** A refund as its provider is asked for it; the id is the key by which they know that they were asked before. */
export type AskedRefund = {
  id: number;
  /** Minor units of the currency. */
  amount: number;
  currency: string;
  provider_charge: string | null;
  provider_refund: string | null;
};

export type RefundProvider = {
  /** Gives back, once for all calls with this id. Throws where nobody knows what came of it. */
  refund(asked: AskedRefund): Promise<Outcome>;
  /** What became of it, without asking for it; null where the provider knows of none. Throws as {@link refund}. */
  find(asked: AskedRefund): Promise<Outcome | null>;
};

/** The provider of this name; throws where it is not set up, as nobody knows then what it would say. */
export async function providerOf(platform: Platform, name: string): Promise<RefundProvider> {
  if (name === 'manual') return manualProvider(platform);
  const { stripeProvider } = await import('./stripe-provider.ts');
  return stripeProvider(platform);
}
