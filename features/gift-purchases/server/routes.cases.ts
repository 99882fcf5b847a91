import { expect } from 'vitest';
import type { Db } from '../../../server/db/client.ts';
import { DELIVERY, makeProduct, makePurchase, makeSiteUser } from '../../../test/factories.ts';
import { listExportCase } from '../../../test/routes/list-export-case.ts';
import { type FeatureCases, type Maker, SEEDED, type Stage } from '../../../test/routes/route-cases.ts';
import type { giftPurchasesContract } from '../contract.ts';

/** A parcel that can be sent. */
async function newOrder({ db, program_id }: Maker, values: { name?: string } = {}): Promise<number> {
  const user = await makeSiteUser(db, { program_id, lilt_delivery: DELIVERY, ...namedOf(values) });
  return (await makePurchase(db, { user_id: user.id })).id;
}

function namedOf({ name }: { name?: string }) {
  return name === undefined ? {} : { first_name: name };
}

async function newFulfilment(maker: Maker): Promise<number> {
  return (await newSent(maker)).fulfilment_id;
}

async function newSent(maker: Maker): Promise<{ id: number; fulfilment_id: number }> {
  const id = await newOrder(maker);
  const fulfilment = await maker.db
    .insertInto('fulfilments')
    .values({ program_id: maker.program_id, file_name: `${crypto.randomUUID().replaceAll('-', '')}.csv` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const sent = JSON.stringify({
    id,
    product: 'A book',
    name: 'Ada',
    email: 'ada@example.org',
    address: [],
    phone: '',
    notes: '',
    amount: null,
    currency: null,
    method: null,
  });
  await maker.db
    .updateTable('gift_purchases')
    .set({ fulfilment_id: fulfilment.id, sent })
    .where('id', '=', id)
    .execute();
  return { id, fulfilment_id: fulfilment.id };
}

/** Some of each type, some of them to be fulfilled. */
async function ordersFor(db: Db, calls: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < Math.min(calls, SEEDED); n++) ids.push(await newOrder({ db, program_id: 1 + (n % 2) }));
  return ids;
}

const orderRow = ({ db }: Stage, id: number) =>
  db.selectFrom('gift_purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const giftPurchasesCases: FeatureCases<typeof giftPurchasesContract> = {
  mark: (cell, name) => newOrder(cell, { name }),
  async seed(db, id) {
    const product = await makeProduct(db, { type: id % 3 === 0 ? 'money' : 'physical' });
    const user = await makeSiteUser(db, { program_id: 1 + (id % 2), lilt_delivery: id % 2 ? DELIVERY : '{' });
    await makePurchase(db, { user_id: user.id, product_id: product.id });
    await newFulfilment({ db, program_id: 1 + (id % 2) });
  },
  routes: {
    purchasesCsv: listExportCase,
    purchases: {
      refusals: { query: () => 'user_name=marker', lists: ['own', 'foreign', 'global'] },
      async success(stage) {
        const { id: user_id, email } = await makeSiteUser(stage.db, { program_id: stage.program_id });
        const { id } = await makePurchase(stage.db, { user_id });
        return {
          query: `user_name=%23${user_id}`,
          effect: (answer) =>
            expect(answer).toMatchObject({ count: 1, products: [{ id, user: { id: user_id, email } }] }),
        };
      },
    },
    fulfillablePurchases: {
      refusals: { query: () => 'user_name=marker' },
      async success(stage) {
        const id = await newOrder(stage, { name: `One of ${stage.program_id}` });
        await makePurchase(stage.db, { user_id: (await orderRow(stage, id)).user_id, type: 'regular' });
        return {
          query: `program_id=${stage.program_id}`,
          effect: (answer) => {
            expect(answer.count).toBe(2);
            expect(answer.ids).toContain(id);
          },
        };
      },
    },
    purchaseCounts: {
      refusals: {},
      async success(stage) {
        await newOrder(stage);
        await newFulfilment(stage);
        return {
          query: `program_id=${stage.program_id}`,
          effect: (counts) => expect(counts).toEqual({ fulfillable: 1, fulfilled: 1 }),
        };
      },
    },
    fulfilPreview: {
      refusals: { row: newOrder, query: (id) => `ids=${id}`, beyond: 400 },
      async success(stage) {
        const id = await newOrder(stage);
        return {
          query: `ids=${id}`,
          effect: ({ orders }) => expect(orders).toMatchObject([{ line: { id }, against: null }]),
        };
      },
    },
    trackPurchase: {
      refusals: {
        row: async (cell) => (await newSent(cell)).id,
        body: () => ({ carrier: 'DHL', tracking_number: '00340434' }),
      },
      async success(stage) {
        const { id } = await newSent(stage);
        const tracking = { carrier: 'DHL', tracking_number: '00340434' };
        return {
          id,
          body: tracking,
          async effect({ purchase }) {
            expect(purchase).toMatchObject(tracking);
            expect(await orderRow(stage, id)).toMatchObject(tracking);
          },
        };
      },
    },
    printFulfilment: {
      refusals: { row: newFulfilment },
      async success(stage) {
        const id = await newFulfilment(stage);
        return {
          id,
          effect: ({ fulfilment }) =>
            expect(fulfilment).toMatchObject({
              id,
              printed_at: expect.any(String),
              printed_by: expect.any(String),
            }),
        };
      },
    },
    undoFulfilment: {
      refusals: { row: newFulfilment },
      async success(stage) {
        const { id, fulfilment_id } = await newSent(stage);
        return {
          id: fulfilment_id,
          async effect({ ids }) {
            expect(ids).toEqual([id]);
            expect(await orderRow(stage, id)).toMatchObject({ fulfilment_id: null, sent: null });
          },
        };
      },
    },
    purchase: {
      refusals: { row: newOrder },
      async success(stage) {
        const id = await newOrder(stage);
        return {
          id,
          effect: ({ purchase }) => expect(purchase).toMatchObject({ id, missing: [], line: { id } }),
        };
      },
    },
    fulfilPurchases: {
      refusals: { row: newOrder, body: (_, id) => ({ ids: [id] }), beyond: 400 },
      fuzz: { prepare: ordersFor, usually: { fingerprint: undefined, tracking: [] } },
      async success(stage) {
        const id = await newOrder(stage);
        return {
          body: { ids: [id] },
          async effect({ file, fulfilment_id, count }) {
            expect(count).toBe(1);
            expect(await orderRow(stage, id)).toMatchObject({ fulfilment_id, sent: { id } });
            const { status, body } = await stage.caller('GET', file);
            expect([status, String(body).split('\r\n')[1]?.split(',')[0]]).toEqual([200, String(id)]);
          },
        };
      },
    },
    fulfilment: {
      refusals: { row: newFulfilment },
      async success(stage) {
        const id = await newFulfilment(stage);
        return {
          id,
          effect: ({ fulfilment }) =>
            expect(fulfilment).toMatchObject({ id, orders: [{ product: 'A book' }] }),
        };
      },
    },
  },
};
