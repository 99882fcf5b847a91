import { expect } from 'vitest';
import type { Db } from '../../../../server/db/client.ts';
import { makeClass, makeInstructor } from '../../../../test/factories.ts';
import { type FeatureCases, type Maker, OWN } from '../../../../test/routes/route-cases.ts';
import { makeCharge, makeRefund } from '../../../../test/rows/charges.ts';
import type { refundsContract } from '../contract.ts';

/** 49.99 USD. */
async function newCharge({ db, program_id }: Maker): Promise<number> {
  const instructor = await makeInstructor(db, { program_id });
  const { id: class_id } = await makeClass(db, { instructor_id: instructor.id, program_id });
  return (await makeCharge(db, { class_id, instructor_id: instructor.id, program_id })).id;
}

/** A refund of 25.00 USD, of a charge that nobody knows. */
async function newEvent({ db }: Pick<Maker, 'db'>): Promise<number> {
  const name = crypto.randomUUID();
  const { id } = await db
    .insertInto('unbooked_events')
    .values({
      provider: 'stripe',
      event_id: `evt_${name}`,
      type: 'refund.created',
      object_id: `re_${name}`,
      reason: 'unknown_charge',
      amount: 2500,
      currency: 'USD',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** 5.00 of it, which nobody has returned yet. */
async function byHand(maker: Maker): Promise<number> {
  return refundedByHand(maker.db, await newCharge(maker));
}

async function refundedByHand(db: Db, charge_id: number): Promise<number> {
  await makeRefund(db, { charge_id, amount: 500 });
  const { id } = await db
    .selectFrom('refunds')
    .select('id')
    .where('charge_id', '=', charge_id)
    .executeTakeFirstOrThrow();
  return id;
}

const manyOf = (count: number, make: () => Promise<number>) =>
  Promise.all(Array.from({ length: count }, make));

export const refundsCases: FeatureCases<typeof refundsContract> = {
  routes: {
    refundCharge: {
      refusals: { row: newCharge, body: () => ({ amount: 0.5, cancel_registration: false }) },
      async success(stage) {
        const { db, caller } = stage;
        const id = await newCharge(stage);
        return {
          id,
          body: { amount: 12.34, cancel_registration: 1, reason: 'Fell ill' },
          async effect({ refund, request }) {
            expect(request).toBeNull();
            expect(refund).toMatchObject({
              type: 'refund',
              amount: -12.34,
              status: null,
              reason: 'Fell ill',
            });
            const charge = db.selectFrom('charges').select(['refunded', 'reserved']).where('id', '=', id);
            expect(await charge.executeTakeFirst()).toEqual({ refunded: 0, reserved: 1234 });
            const made = db
              .selectFrom('refunds')
              .select(['state', 'created_by', 'cancel_registration'])
              .where('id', '=', refund.id);
            expect(await made.executeTakeFirst()).toEqual({
              state: 'requested',
              created_by: caller.admin_id,
              cancel_registration: true,
            });
          },
        };
      },
    },
    unbookedEvents: {
      refusals: {},
      async success(stage) {
        const id = await newEvent(stage);
        return {
          query: 'open=1',
          effect: ({ events }) =>
            expect(events[0]).toMatchObject({ id, amount: 25, currency: 'USD', reason: 'unknown_charge' }),
        };
      },
    },
    resolveUnbookedEvent: {
      refusals: { row: newEvent, kinds: ['global'], body: () => ({}) },
      fuzz: { prepare: (db, calls) => manyOf(calls, () => newEvent({ db })) },
      async success(stage) {
        return {
          id: await newEvent(stage),
          body: {},
          effect: ({ event }) => expect(event.resolved_at).not.toBeNull(),
        };
      },
    },
    refundReturned: {
      refusals: { row: byHand, body: () => ({ returned: 1 }) },
      fuzz: {
        prepare: (db, calls) =>
          manyOf(calls, async () => {
            // Of a class that is there: the seeded ones have ids of their own choice.
            const instructor_id = (await makeInstructor(db, { program_id: OWN })).id;
            const charge = await makeCharge(db, { class_id: 1, instructor_id, program_id: OWN });
            return refundedByHand(db, charge.id);
          }),
      },
      async success(stage) {
        const id = await byHand(stage);
        return {
          id,
          body: { returned: 1 },
          async effect({ refund }) {
            expect(refund).toMatchObject({ id, by_hand: 1, returned_at: expect.any(String) });
            const row = stage.db.selectFrom('refunds').select('returned_by').where('id', '=', id);
            expect(await row.executeTakeFirst()).toEqual({ returned_by: stage.caller.admin_id });
          },
        };
      },
    },
    chargeRefunds: {
      refusals: { row: newCharge },
      async success(stage) {
        return {
          id: await newCharge(stage),
          effect: ({ refunds }) => expect(refunds).toEqual([]),
        };
      },
    },
  },
};
