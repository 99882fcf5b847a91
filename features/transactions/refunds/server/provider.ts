/** Interface of refund providers. Specification: Refunds. */
import { refuse } from '../../../../core/errors.ts';
import type { Context } from '../../../../server/context.ts';
import type { Platform } from '../../../../server/platform.ts';
import { manualProvider } from './manual-provider.ts';
import type { RefundProvider } from './refund-types.ts';

/** Returns the provider of this name; throws where it is not set up, since the outcome would be unknown. */
export async function providerOf(platform: Platform, name: string): Promise<RefundProvider> {
  if (name === 'manual') return manualProvider(platform);
  const { stripeProvider } = await import('./stripe-provider.ts');
  return stripeProvider(platform);
}

/** Throws a 400 for a charge of a provider that this installation holds no key of: nobody could be asked. */
export function refuseWithoutProvider({ platform }: Context, provider: string): void {
  if (provider === 'stripe' && !platform.config.stripeSecretKey)
    refuse(400, 'This transaction was paid through Stripe. Stripe is not set up here: refund it in Stripe');
}
