import type { FastifyInstance } from 'fastify';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import { CODES } from '../../../../core/errors.ts';
import { text } from '../../../../core/fields.ts';
import type { Config } from '../../../../server/config.ts';
import { isOutage } from '../../../../server/db/outages.ts';
import type { Platform } from '../../../../server/platform.ts';
import { bookStripeEvent } from './stripe-events.ts';

const ADDRESS = '/api/webhooks/stripe';

/** Bytes, far above Stripe's largest event. */
const BODY_LIMIT = 512 * 1024;

/** Mounts `POST /api/webhooks/stripe`: 200 once the event is booked; 400 for an invalid signature; 503 where Stripe must retry. */
export function mountStripeWebhooks(app: FastifyInstance, platform: Platform): void {
  void app.register(async (own) => {
    own.removeAllContentTypeParsers();
    // The signature is over the bytes.
    own.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_, body, done) =>
      done(null, body),
    );
    own.post(ADDRESS, async (request, reply) => {
      const event = await readEvent(platform.config, request.body, request.headers['stripe-signature']);
      if (!event)
        return reply
          .code(400)
          .send({ message: 'The signature does not hold', code: CODES[400], request_id: request.id });
      try {
        const booked = await bookStripeEvent(platform, event);
        if (booked) return reply.send({ received: true });
        platform.log.info({ event: event.id, type: event.type }, 'an event waits for a refund of ours');
      } catch (error) {
        if (isOutage(error)) throw error;
        platform.log.error({ err: error, event: event.id, type: event.type }, 'an event could not be booked');
      }
      return reply
        .code(503)
        .send({ message: 'Send it again later', code: CODES[503], request_id: request.id });
    });
  });
}

/** Returns null without a secret or body, or where the signature is invalid or older than five minutes. */
async function readEvent(
  { stripeWebhookSecret }: Config,
  body: unknown,
  signature: string | string[] | undefined,
): Promise<Stripe.Event | null> {
  if (!stripeWebhookSecret || !Buffer.isBuffer(body) || typeof signature !== 'string') return null;
  const { default: Client } = await import('stripe');
  try {
    const event = Client.webhooks.constructEvent(body, signature, stripeWebhookSecret);
    return EVENT.safeParse(event).success ? event : null;
  } catch {
    return null;
  }
}

const EVENT = z.object({
  id: text(255).min(1),
  type: text(255),
  data: z.object({ object: z.looseObject({}) }),
});
