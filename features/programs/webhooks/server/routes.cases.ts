import { expect } from 'vitest';
import type { Cell, FeatureCases, Stage } from '../../../../test/routes/route-cases.ts';
import { makeWebhook } from '../../../../test/rows/webhooks.ts';
import type { webhooksContract } from '../contract.ts';

/** A program is nobody else's: there is none that belongs to no program. */
const kinds = ['own', 'foreign'] as const;
const program = ({ within }: Cell) => within;
const row = async ({ db, within }: Cell) => (await makeWebhook(db, { program_id: within })).id;

const URL_OF_SHOP = 'https://shop.example.com/hooks';
const stored = ({ db }: Pick<Stage, 'db'>, id: number) =>
  db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();

export const webhooksCases: FeatureCases<typeof webhooksContract> = {
  async seed(db, id) {
    await makeWebhook(db, { id, program_id: id });
  },
  routes: {
    webhooks: {
      refusals: { row: program, kinds },
      async success(stage) {
        const { id } = await makeWebhook(stage.db, { program_id: stage.program_id });
        return {
          id: stage.program_id,
          effect: ({ webhooks }) =>
            expect(webhooks).toMatchObject([
              { id, kinds: ['user.changed'], active: true, switched_off_at: null },
            ]),
        };
      },
    },
    createWebhook: {
      refusals: { row: program, kinds, body: () => ({ url: URL_OF_SHOP, kinds: ['user.changed'] }) },
      success: async (stage) => ({
        id: stage.program_id,
        body: { url: URL_OF_SHOP, kinds: ['page.changed', 'class.changed', 'page.changed'] },
        async effect({ webhook, secret }) {
          expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
          expect(webhook).toMatchObject({
            url: URL_OF_SHOP,
            kinds: ['class.changed', 'page.changed'],
            active: true,
          });
          expect(await stored(stage, webhook.id)).toMatchObject({ updated_by: stage.caller.admin_id });
        },
      }),
    },
    updateWebhook: {
      refusals: { row, kinds, body: () => ({ active: false }) },
      async success(stage) {
        const { id } = await makeWebhook(stage.db, { program_id: stage.program_id });
        return {
          id,
          body: { active: false, url: URL_OF_SHOP },
          effect: async ({ webhook }) => {
            expect(webhook).toMatchObject({ id, url: URL_OF_SHOP, active: false });
            expect(await stored(stage, id)).toMatchObject({ active: false });
          },
        };
      },
    },
    deleteWebhook: {
      refusals: { row, kinds },
      async success(stage) {
        const { id } = await makeWebhook(stage.db, { program_id: stage.program_id });
        return { id, effect: async () => expect(await stored(stage, id)).toBeUndefined() };
      },
    },
    renewWebhookSecret: {
      refusals: { row, kinds, body: () => ({}) },
      async success(stage) {
        const { id } = await makeWebhook(stage.db, { program_id: stage.program_id });
        return { id, body: {}, effect: ({ secret }) => expect(secret).toMatch(/^whsec_/) };
      },
    },
    testWebhook: {
      refusals: { row, kinds },
      async success(stage) {
        const { id } = await makeWebhook(stage.db, { program_id: stage.program_id });
        return {
          id,
          effect: ({ delivery }) =>
            expect(delivery).toMatchObject({ type: 'webhook.test', state: 'waiting' }),
        };
      },
    },
    webhookDeliveries: {
      refusals: { row, kinds },
      async success(stage) {
        const { id } = await makeWebhook(stage.db, { program_id: stage.program_id });
        await makeDelivery(stage, id);
        return {
          id,
          effect: ({ deliveries, count }) => {
            expect(count).toBe(1);
            expect(deliveries).toMatchObject([
              { type: 'user.changed', object_id: '7', state: 'failed', next_at: null },
            ]);
          },
        };
      },
    },
    resendWebhook: {
      refusals: { row, kinds, body: () => ({ since: '2026-01-01T00:00:00Z' }) },
      async success(stage) {
        const { id } = await makeWebhook(stage.db, { program_id: stage.program_id });
        const delivery_id = await makeDelivery(stage, id);
        return {
          id,
          body: { delivery_id },
          async effect({ resent }) {
            expect(resent).toBe(1);
            const delivery = stage.db.selectFrom('webhook_deliveries').select(['state', 'attempts']);
            expect(await delivery.where('id', '=', delivery_id).execute()).toEqual([
              { state: 'waiting', attempts: 0 },
            ]);
          },
        };
      },
    },
  },
};

async function makeDelivery({ db }: Pick<Stage, 'db'>, webhook_id: number): Promise<number> {
  const { id } = await db
    .insertInto('webhook_deliveries')
    .values({
      webhook_id,
      message_id: `msg_${crypto.randomUUID()}`,
      type: 'user.changed',
      object: 'user 7',
      object_id: '7',
      payload: '{}',
      state: 'failed',
      attempts: 10,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
