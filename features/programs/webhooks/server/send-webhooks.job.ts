/** Tells webhooks what has changed. */
import type { FastifyInstance } from 'fastify';
import type { JobDefinition, Platform } from '../../../../server/platform.ts';
import { fanOut } from './fan-out.ts';
import { endMessages, sendMessages } from './send-messages.ts';

export const sendWebhooks: JobDefinition = {
  name: 'send-webhooks',
  every: 2,
  async run(platform, stopping) {
    await fanOut(platform, stopping);
    await sendMessages(platform);
  },
};

/** Lets go of messages that are under way at shutdown. */
export function mountWebhooks(app: FastifyInstance, platform: Platform): void {
  app.addHook('preClose', () => endMessages(platform));
}
