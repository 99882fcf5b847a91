import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { JobDefinition, Platform } from '../../../../server/platform.ts';
import { TEST_TYPE } from './deliveries.ts';
import { fanOut } from './fan-out.ts';
import { endMessages, sendMessages } from './send-messages.ts';

export const sendWebhooks: JobDefinition = {
  name: 'send-webhooks',
  every: 2,
  // Whose receiver is away waits for its next attempt, and whose webhook is inactive for that.
  oldestDue: (db) =>
    db
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
      .select(({ fn }) => fn.min('d.next_at').as('due'))
      .where('d.state', '=', 'waiting')
      .where('d.attempts', '=', 0)
      .where('w.active', '=', true)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('webhook_deliveries as b')
              .select('b.id')
              .whereRef('b.webhook_id', '=', 'd.webhook_id')
              .whereRef('b.object', '=', 'd.object')
              .whereRef('b.id', '<', 'd.id')
              .where('b.state', '=', 'waiting'),
          ),
        ),
      )
      .executeTakeFirst(),
  waits: (db) => [
    db
      .selectFrom('webhooks as w')
      .innerJoin('site_changes as c', 'c.program_id', 'w.program_id')
      .select('c.id')
      .where('w.active', '=', true)
      .where(sql<boolean>`(c.xid, c.id) > (w.xid, w.change_id)`),
    db
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
      .select('d.id')
      .where('d.state', '=', 'waiting')
      .where((eb) => eb.or([eb('w.active', '=', true), eb('d.type', '=', TEST_TYPE)]))
      .where(sql<boolean>`d.next_at <= provost_now()`),
  ],
  async run(platform, stopping) {
    await fanOut(platform, stopping);
    await sendMessages(platform);
  },
};

export function mountWebhooks(app: FastifyInstance, platform: Platform): void {
  app.addHook('preClose', () => endMessages(platform));
}
