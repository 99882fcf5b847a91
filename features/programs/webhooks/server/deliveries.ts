import { sql } from 'kysely';
import { notFound, notFoundAt } from '../../../../core/errors.ts';
import { must } from '../../../../core/must.ts';
import { type Context, transact } from '../../../../server/context.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { type Conditions, type List, pageOf, rowsOf } from '../../../../server/nouns/list-query.ts';
import { sweepOf } from '../../../../server/work/sweep.ts';
import type { DELIVERY_FILTERS, WebhookDelivery } from '../contract.ts';
import { WEBHOOK } from './webhooks.ts';

export const TEST_TYPE = 'webhook.test';

/** Lists the newest first. 404 for an unknown webhook. */
export async function pageOfDeliveries(
  context: Context,
  { id, page, state }: { id: number; page: number; state: (typeof DELIVERY_FILTERS)[number] },
): Promise<{ deliveries: WebhookDelivery[]; count: number }> {
  if (!(await WEBHOOK.read(context, id))) notFound();
  const matching: Conditions = [sql<boolean>`d.webhook_id = ${id}`, inState(state)];
  const order = { page, sort_by: 'id', sort_dest: 'desc' } as const;
  const { rows, count } = await pageOf<WebhookDelivery, 'id'>(context.db, LIST, { matching, ...order });
  return { deliveries: rows, count };
}

function inState(state: (typeof DELIVERY_FILTERS)[number]) {
  if (state === 'all') return sql<boolean>`true`;
  if (state === 'retrying') return sql<boolean>`d.state = 'waiting' and d.attempts > 0`;
  return sql<boolean>`d.state = ${state}`;
}

/** Writes a message that tells of nothing; it is tried once, also where the webhook is off. 404 for an unknown webhook. */
export function testDelivery(context: Context, id: number): Promise<{ delivery: WebhookDelivery }> {
  return transact(context, async (tx) => {
    const { program_id } = (await WEBHOOK.read(tx, id)) ?? notFound();
    const { rows } = await sql<{ id: number }>`
      insert into webhook_deliveries (webhook_id, message_id, type, object, object_id, payload)
      select ${id}::integer, m.id, ${TEST_TYPE}, m.id, ${String(id)}, json_build_object('type', ${TEST_TYPE}::text,
        'timestamp', iso_moment(provost_now()),
        'data', json_build_object('id', ${id}::integer, 'reference', null, 'program_id', ${program_id}::integer,
          'change', 'saved'))::text
      from (select ${NEW_MESSAGE} as id) m returning id`.execute(tx.db);
    const [delivery] = await rowsOf<WebhookDelivery>(tx.db, LIST, [
      sql<boolean>`d.id = ${must(rows[0], 'delivery').id}`,
    ]);
    return { delivery: delivery ?? notFound() };
  });
}

/**
 * Sends one message again, or all since a moment: under their own names and in their order, which later ones of the same
 * object wait for. What has been tried and waits for its next try is sent now; what was never tried or is under way goes
 * out anyway. 404 `delivery_id` for one that is not the webhook's.
 */
export function resend(
  context: Context,
  { id, delivery_id, since }: { id: number; delivery_id?: number | undefined; since?: string | undefined },
): Promise<{ resent: number }> {
  return transact(context, async (tx) => {
    const { program_id } = (await WEBHOOK.lockRow(tx, id)) ?? notFound();
    const ofWebhook = tx.db.selectFrom('webhook_deliveries').select('id').where('webhook_id', '=', id);
    if (delivery_id !== undefined && !(await ofWebhook.where('id', '=', delivery_id).executeTakeFirst()))
      notFoundAt('delivery_id');
    const { numUpdatedRows } = await tx.db
      .updateTable('webhook_deliveries')
      .set({ state: 'waiting', attempts: 0, next_at: sql<string>`provost_now()`, delivered_at: null })
      .where('webhook_id', '=', id)
      .where(
        sql<boolean>`(state <> 'waiting' or attempts > 0 and coalesce(taken_until, '-infinity') <= provost_now())`,
      )
      .where((eb) =>
        delivery_id === undefined
          ? eb('created_at', '>=', must(since, 'moment since'))
          : eb('id', '=', delivery_id),
      )
      .executeTakeFirst();
    const resent = Number(numUpdatedRows);
    const after = {
      resent,
      ...(since !== undefined && { since }),
      ...(delivery_id !== undefined && { delivery_id }),
    };
    if (resent > 0)
      await audit(tx, { entity: 'webhook', entity_id: id, action: 'resend', program_id, after });
    return { resent };
  });
}

export const sweepDeliveries = sweepOf('webhook_deliveries', {
  key: 'id',
  moment: 'created_at',
  days: 'webhookDeliveryDays',
});

export const NEW_MESSAGE = sql<string>`'msg_' || replace(gen_random_uuid()::text, '-', '')`;

const LIST: List<'id'> = {
  from: sql`webhook_deliveries d`,
  id: sql`d.id`,
  columns: sql`d.id, d.message_id, d.type, d.object_id, d.state, d.attempts, d.status, d.error, d.answer, d.created_at,
    case when d.state = 'waiting' then d.next_at end as next_at`,
  orders: { id: sql`d.id` },
};
