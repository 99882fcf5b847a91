import { expect } from 'vitest';
import { makeClass, makeInstructor } from '../../../test/factories.ts';
import type { FeatureCases, Maker } from '../../../test/routes/route-cases.ts';
import { makeCharge } from '../../../test/rows/charges.ts';
import { REPORTS } from '../../exports/contract.ts';
import type { transactionsContract } from '../contract.ts';

async function newCharge({ db, program_id }: Maker, class_name = 'A class') {
  const instructor = await makeInstructor(db, { program_id });
  const { id: class_id } = await makeClass(db, { instructor_id: instructor.id, program_id, class_name });
  return makeCharge(db, { class_id, instructor_id: instructor.id, program_id });
}

export const transactionsCases: FeatureCases<typeof transactionsContract> = {
  mark: newCharge,
  routes: {
    transactions: {
      refusals: { query: () => 'class_name=marker', lists: ['own', 'foreign', 'global'] },
      async success(stage) {
        const { id } = await newCharge(stage);
        return {
          query: `id=${id}`,
          effect: (answer) =>
            expect(answer).toMatchObject({
              count: 1,
              transactions: [{ id, amount: 49.99, refund_available: 49.99, commissions: [{ type: 4 }] }],
              sums: [{ currency: 'USD', sold: 49.99, refunded: 0, paid_out: 0, open: 49.99 }],
            }),
        };
      },
    },
    transactionsCsv: {
      refusals: { query: () => 'class_name=marker' },
      async success(stage) {
        const { id } = await newCharge(stage);
        return {
          query: `id=${id}`,
          async effect({ file, count, result }) {
            expect([result, count, file.startsWith(REPORTS)]).toEqual([false, 1, true]);
            const { status, body } = await stage.caller('GET', file);
            expect([status, String(body).split('\r\n')[1]?.split(',')[0]]).toEqual([200, String(id)]);
          },
        };
      },
      fuzz: { also: [429] },
    },
  },
};
