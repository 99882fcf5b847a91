/** Who gives money back: one interface, whoever took it. Specification: Refunds. */
import type { Platform } from '../../../../server/platform.ts';
import { manualProvider } from './manual-provider.ts';
import type { RefundProvider } from './refund-types.ts';

/** The provider of this name; throws where it is not set up, as nobody knows then what it would say. */
export async function providerOf(platform: Platform, name: string): Promise<RefundProvider> {
  if (name === 'manual') return manualProvider(platform);
  const { stripeProvider } = await import('./stripe-provider.ts');
  return stripeProvider(platform);
}
