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
export function refuseWithoutProvider(context: Context, provider: string): void {
  const missing = missingProvider(context, provider);
  if (missing !== null) refuse(400, missing);
}

/** Returns why nobody can be asked for a refund of this provider's charges, in words; null where somebody can. */
export function missingProvider({ platform }: Context, provider: string): string | null {
  if (provider !== 'stripe' || platform.config.stripeSecretKey) return null;
  return 'This transaction was paid through Stripe. Stripe is not set up here: refund it in Stripe';
}
