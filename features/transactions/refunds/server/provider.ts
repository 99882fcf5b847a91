/** Interface of refund providers. Specification: Refunds. */
import type { Platform } from '../../../../server/platform.ts';
import { manualProvider } from './manual-provider.ts';
import type { RefundProvider } from './refund-types.ts';

/** Returns the provider of this name; throws where it is not set up, since the outcome would be unknown. */
export async function providerOf(platform: Platform, name: string): Promise<RefundProvider> {
  if (name === 'manual') return manualProvider(platform);
  const { stripeProvider } = await import('./stripe-provider.ts');
  return stripeProvider(platform);
}
