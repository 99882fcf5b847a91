import { expect } from 'vitest';
import { makeClass, makeInstructor } from '../../../../test/factories.ts';
import type { FeatureCases, Maker, Refusals, Stage, Success } from '../../../../test/routes/route-cases.ts';
import { makeCharge } from '../../../../test/rows/charges.ts';
import type { moneyAsOfContract } from '../contract.ts';

/** 49.99 USD of an instructor. */
async function newSale({ db, program_id }: Maker) {
  const { id: user } = await makeInstructor(db, { program_id });
  const { id: class_id } = await makeClass(db, { instructor_id: user, program_id });
  await makeCharge(db, { class_id, instructor_id: user, program_id });
  return { user, class_id };
}

const userId = async (maker: Maker) => (await newSale(maker)).user;
const classId = async (maker: Maker) => (await newSale(maker)).class_id;

function moneyCase(
  refusals: Refusals,
  make: (stage: Stage) => Promise<number>,
  expected: (id: number) => readonly object[],
) {
  return {
    refusals: { ...refusals, query: () => 'at=2020-02-29T12:00:00Z' },
    async success(stage: Stage): Promise<Success> {
      const id = await make(stage);
      return {
        id,
        query: `at=${new Date().toISOString()}`,
        effect: ({ money }) => expect(money).toMatchObject(expected(id)),
      };
    },
    fuzz: { usually: { at: '2026-01-01T00:00:00Z' } },
  };
}

const SOLD = { currency: 'USD', shares: 1, sales: 49.99, refunded: 0, open: 49.99, corrections: 0 };
const NOTHING_PAID = { paid: 0, unpaid: 0, cancelled_since: 0 };

export const payoutsAsOfCases: FeatureCases<typeof moneyAsOfContract> = {
  routes: {
    userMoneyAsOf: moneyCase({ row: userId }, userId, () => [{ ...SOLD, payouts: NOTHING_PAID }]),
    programMoneyAsOf: moneyCase(
      { row: ({ program_id }) => program_id ?? 0, kinds: ['own', 'foreign'] },
      async ({ program_id }) => program_id,
      () => [],
    ),
    classMoneyAsOf: moneyCase({ row: classId }, classId, () => [{ ...SOLD, payouts: null }]),
  },
};
