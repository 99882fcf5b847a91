import { expect } from 'vitest';
import type { Db } from '../../../../server/db/client.ts';
import { makeClass, makeInstructor } from '../../../../test/factories.ts';
import { listExportCase } from '../../../../test/routes/list-export-case.ts';
import { type FeatureCases, type Maker, OWN } from '../../../../test/routes/route-cases.ts';
import { makeCharge, makeRefund } from '../../../../test/rows/charges.ts';
import type { refundsContract } from '../contract.ts';

/** 49.99 USD. */
async function newCharge({ db, program_id }: Maker): Promise<number> {
  const instructor = await makeInstructor(db, { program_id });
  const { id: class_id } = await makeClass(db, { instructor_id: instructor.id, program_id });
  return (await makeCharge(db, { class_id, instructor_id: instructor.id, program_id })).id;
}

/** A charge of a class that is there: the seeded ones have ids of their own choice. */
async function chargeOfSeeded(db: Db, values: { id?: number } = {}): Promise<number> {
  const instructor_id = (await makeInstructor(db, { program_id: OWN })).id;
  return (await makeCharge(db, { ...values, class_id: 1, instructor_id, program_id: OWN })).id;
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

/** A charge of a number that requests can name beforehand. */
const NAMED_CHARGE = 2_000_000_001;

/** One payment, of which two charges tell. */
async function bookedTwice(maker: Maker): Promise<{ id: number; charges: number[] }> {
  const charges = [await newCharge(maker), await newCharge(maker)];
  return { id: await bookedAs(maker.db, charges), charges };
}

/** The event of a payment that both charges tell: one by its intent, the other by its invoice. */
async function bookedAs(db: Db, [first = 0, second = 0]: readonly number[]): Promise<number> {
  const [intent, invoice] = [`pi_of_${first}`, `in_of_${second}`];
  const name = (id: number, provider_charge: string) =>
    db.updateTable('charges').set({ provider: 'stripe', provider_charge }).where('id', '=', id).execute();
  await name(first, intent);
  await name(second, invoice);
  const { id } = await db
    .insertInto('unbooked_events')
    .values({
      provider: 'stripe',
      event_id: `evt_of_${invoice}`,
      type: 'invoice.paid',
      object_id: invoice,
      reason: 'booked_twice',
      provider_charge: intent,
      amount: 4999,
      currency: 'USD',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The charge of the payment's invoice; 1 where there is no such event. */
async function laterOf(db: Db, event: number): Promise<number> {
  const found = await db
    .selectFrom('unbooked_events as e')
    .innerJoin('charges as c', 'c.provider_charge', 'e.object_id')
    .select('c.id')
    .where('e.id', '=', event)
    .executeTakeFirst();
  return found?.id ?? 1;
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
    unbookedEventsCsv: listExportCase,
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
    reverseBookedTwice: {
      refusals: {
        row: async (maker) => (await bookedTwice(maker)).id,
        kinds: ['global'],
        body: async ({ db }, id) => ({ charge_id: await laterOf(db, Number(id)) }),
      },
      fuzz: {
        usually: { charge_id: NAMED_CHARGE },
        async prepare(db, calls) {
          const there = await db.selectFrom('charges').select('id').where('id', '=', NAMED_CHARGE).execute();
          if (there.length === 0) await chargeOfSeeded(db, { id: NAMED_CHARGE });
          return manyOf(calls, async () => bookedAs(db, [NAMED_CHARGE, await chargeOfSeeded(db)]));
        },
      },
      async success(stage) {
        const { id, charges } = await bookedTwice(stage);
        const [kept, reversed] = charges;
        return {
          id,
          body: { charge_id: reversed },
          async effect({ event }) {
            expect(event.resolved_at).not.toBeNull();
            expect(event.transactions).toMatchObject([
              { id: kept, amount: 49.99, refundable: 49.99 },
              { id: reversed, amount: 49.99, refundable: 0 },
            ]);
            const refunds = stage.db
              .selectFrom('refunds')
              .selectAll()
              .where('charge_id', '=', reversed ?? 0);
            expect(await refunds.execute()).toMatchObject([
              { provider: 'manual', state: 'succeeded', amount: 4999, returned_by: stage.caller.admin_id },
            ]);
          },
        };
      },
    },
    refundReturned: {
      refusals: { row: byHand, body: () => ({ returned: 1 }) },
      fuzz: {
        prepare: (db, calls) => manyOf(calls, async () => refundedByHand(db, await chargeOfSeeded(db))),
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
