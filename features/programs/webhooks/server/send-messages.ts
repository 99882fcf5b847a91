/** Messages that are due, taken, sent and tried again: at least once, those of one object in order. Specification: Sites, webhooks. */
import { type Selectable, sql } from 'kysely';
import { asSystem, transact } from '../../../../server/context.ts';
import type { WebhookDeliveries } from '../../../../server/db/types.ts';
import type { Platform } from '../../../../server/platform.ts';
import { leaseOf, takeLease } from '../../../../server/work/lease.ts';
import { workerOf } from '../../../../server/work/worker.ts';
import { TEST_TYPE } from './deliveries.ts';
import type { Answer, Message } from './post-message.ts';
import { switchOff } from './switch-off.ts';
import { secretsOf } from './webhook-secrets.ts';

/** Messages under way at a time in one process, and to one address in all. */
const AT_ONCE = 20;
const TO_ONE_WEBHOOK = 5;

/** Seconds for which a message is its process's alone; one that was killed lets go of it by then. */
const LEASE_SECONDS = 30;

/** Seconds until the next try, after the first one and so on; then the webhook is switched off. */
export const RETRY_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

type Delivery = Selectable<WebhookDeliveries> & Pick<Message, 'url'>;

/** Fenced by the state too: somebody else may have sent it again meanwhile. */
const DELIVERY_LEASE = {
  table: 'webhook_deliveries',
  key: ['id'],
  seconds: LEASE_SECONDS,
  due: 'next_at',
  fence: ['attempts', 'state'],
} as const;
const LEASE = leaseOf<'webhook_deliveries', Delivery>(DELIVERY_LEASE);

/** Sends what is due, as much at a time as there is room for; it goes on by itself. */
export const { run: sendMessages, end: endMessages } = workerOf<Delivery>({
  called: 'webhook messages',
  most: AT_ONCE,
  take,
  work: send,
});

/** Takes the message that has waited longest, of an object none of whose messages stands before it or is under way. */
function take(platform: Platform): Promise<Delivery | undefined> {
  const next = sql`
    select d.id from webhook_deliveries d join webhooks o on o.id = d.webhook_id
    where d.state = 'waiting' and d.next_at <= provost_now() and (o.active or d.type = ${TEST_TYPE})
      and not exists (select from webhook_deliveries b where b.webhook_id = d.webhook_id and b.object = d.object
        and b.state = 'waiting' and b.id <> d.id and (b.id < d.id or b.taken_until > provost_now()))
      and (select count(*) from webhook_deliveries u where u.webhook_id = d.webhook_id and u.state = 'waiting'
        and u.taken_until > provost_now()) < ${TO_ONE_WEBHOOK}
    order by d.next_at, d.id limit 1 for update of d skip locked`;
  return takeLease<Delivery>(platform, DELIVERY_LEASE, next, {
    set: sql`, taken_until = provost_now() + make_interval(secs => ${LEASE_SECONDS})`,
    from: sql`from webhooks w`,
    on: sql`and w.id = t.webhook_id`,
    also: sql`, w.url`,
  });
}

/** Never throws: what cannot be written is left to the end of the lease, and sent again. */
async function send(platform: Platform, delivery: Delivery, ending: AbortController): Promise<void> {
  const db = platform.database.everything;
  try {
    const secrets = await secretsOf({ db, platform }, delivery.webhook_id);
    // An office without webhooks does not hold what sends them.
    const { postMessage } = await import('./post-message.ts');
    const answer = await postMessage(delivery, secrets, {
      ending: ending.signal,
      isPrivateAllowed: platform.config.webhooksPrivate,
    });
    await note(platform, delivery, answer);
  } catch (err) {
    if (!ending.signal.aborted) platform.log.warn({ err, delivery: delivery.id }, 'a webhook message waits');
    await LEASE.giveUp(platform, delivery, { taken_until: null }).catch(() => {});
  }
}

async function note(platform: Platform, delivery: Delivery, answer: Answer): Promise<void> {
  const wait = delivery.type === TEST_TYPE ? undefined : RETRY_SECONDS[delivery.attempts - 1];
  const isTaken = answer.error === null;
  const state = isTaken ? 'delivered' : wait === undefined ? 'failed' : 'waiting';
  await transact(asSystem(platform, 'send-webhooks'), async (tx) => {
    const { numUpdatedRows } = await LEASE.held(platform, delivery, tx.db)
      .set({
        ...answer,
        state,
        taken_until: null,
        next_at: sql<string>`provost_now() + make_interval(secs => ${wait ?? 0})`,
        delivered_at: isTaken ? sql<string>`provost_now()` : null,
      })
      .executeTakeFirst();
    if (numUpdatedRows > 0n && state === 'failed' && delivery.type !== TEST_TYPE)
      await switchOff(tx, delivery.webhook_id);
  });
}
