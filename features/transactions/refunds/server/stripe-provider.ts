import type { Stripe } from 'stripe';
import type { Platform } from '../../../../server/platform.ts';
import { openStripe } from '../../../../server/stripe.ts';
import type { AskedRefund, Outcome, RefundProvider } from './refund-types.ts';

/** The key of our refund's id in Stripe's metadata. */
export const REFUND_ID = 'refund_id';

/** Stripe remembers an idempotency key for a day; afterwards its metadata shows an existing refund. */
export async function stripeProvider({ config }: Pick<Platform, 'config'>): Promise<RefundProvider> {
  const stripe = await openStripe(config);
  return {
    async refund(asked) {
      const { id, amount } = asked;
      try {
        const made = await stripe.refunds.create(
          { ...chargeOf(asked), amount, metadata: { [REFUND_ID]: String(id) } },
          { idempotencyKey: `refund:${id}` },
        );
        return outcomeOf(made, asked);
      } catch (error) {
        return refusalOf(error);
      }
    },
    async find(asked) {
      if (asked.provider_refund)
        return outcomeOf(await stripe.refunds.retrieve(asked.provider_refund), asked);
      for await (const refund of stripe.refunds.list({ ...chargeOf(asked), limit: 100 }))
        if (refund.metadata?.[REFUND_ID] === String(asked.id)) return outcomeOf(refund, asked);
      return null;
    },
  };
}

function chargeOf({ provider_charge }: AskedRefund) {
  if (!provider_charge) throw new Error("The provider doesn't know this charge");
  return provider_charge.startsWith('pi_')
    ? { payment_intent: provider_charge }
    : { charge: provider_charge };
}

/** Throws for an answer about another refund: the outcome of ours is unknown. */
function outcomeOf(refund: Stripe.Refund, { amount, currency }: AskedRefund): Outcome {
  if (refund.object !== 'refund' || refund.amount !== amount || refund.currency !== currency.toLowerCase())
    throw new Error('The provider answered with another refund');
  return outcomeOfRefund(refund);
}

export function outcomeOfRefund({ id, status, failure_reason }: Stripe.Refund): Outcome {
  const provider_refund = id;
  if (status === 'succeeded') return { state: 'succeeded', provider_refund };
  if (status === 'pending' || status === 'requires_action') return { state: 'pending', provider_refund };
  if (status !== 'failed' && status !== 'canceled')
    throw new Error('The provider answered with an unknown status');
  const why = status === 'canceled' ? 'Cancelled in Stripe' : 'Stripe could not refund it';
  return {
    state: 'failed',
    provider_refund,
    failure: failure_reason ? `${why}: ${failure_reason.replaceAll('_', ' ')}` : why,
  };
}

/** Returns a failure where Stripe refused; after any other error the outcome is unknown. */
function refusalOf(error: unknown): Outcome {
  const { type, statusCode, message } = error as Partial<Stripe.errors.StripeError>;
  const isRefusal = type === 'StripeInvalidRequestError' && [400, 402, 404].includes(statusCode ?? 0);
  if (!isRefusal) throw error;
  return {
    state: 'failed',
    failure: `Stripe refused the refund: ${message ?? 'no reason given'}`.slice(0, 500),
  };
}
