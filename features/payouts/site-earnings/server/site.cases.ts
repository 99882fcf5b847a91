import { expect } from 'vitest';
import { payAll } from '../../../../test/models/paying.ts';
import type { SiteCases, SiteStage } from '../../../../test/routes/site-route-cases.ts';
import { makeSoldClass } from '../../../../test/rows/sold-classes.ts';
import { system } from '../../../../test/system.ts';
import { recordCharge } from '../../../transactions/server/charges.ts';
import type { siteEarningsContract } from '../contract.ts';

async function earned({ db, program_id, mark }: SiteStage) {
  const class_id = await makeSoldClass(db, program_id, { class_name: mark });
  const { instructor_id } = await db
    .selectFrom('classes')
    .select('instructor_id')
    .where('id', '=', class_id)
    .executeTakeFirstOrThrow();
  const charge_id = await recordCharge(system(db), { class_id, amount: 4999, currency: 'USD' });
  const { amount } = await db
    .selectFrom('charge_lines')
    .select('amount')
    .where('charge_id', '=', charge_id)
    .where('type', '=', 4)
    .executeTakeFirstOrThrow();
  return { class_id, user_id: instructor_id ?? 0, charge_id, amount };
}

const month = () => new Date().toISOString().slice(0, 7);

export const siteEarningsCases: SiteCases<typeof siteEarningsContract> = {
  earnings: {
    async request(stage) {
      const { user_id, amount } = await earned(stage);
      return {
        id: user_id,
        effect: ({ earnings }) =>
          expect(earnings).toEqual([
            { month: month(), currency: 'USD', earned: amount, refunded: 0, paid: 0, open: amount },
          ]),
      };
    },
  },
  earningsOfMonth: {
    async request(stage) {
      const { user_id, charge_id, amount } = await earned(stage);
      return {
        id: { id: user_id, month: month() },
        effect: ({ lines }) =>
          expect(lines).toMatchObject([
            { charge_id, class_name: stage.mark, amount, explanation: expect.stringContaining('49.99') },
          ]),
      };
    },
  },
  payouts: {
    async request(stage) {
      const { user_id, charge_id, amount } = await earned(stage);
      await payAll(stage.db, { user_id }, 'USD');
      return {
        id: user_id,
        effect: ({ payouts }) =>
          expect(payouts).toMatchObject([
            {
              kind: 'sales',
              currency: 'USD',
              amount,
              lines: [{ charge_id, class_name: stage.mark, amount }],
            },
          ]),
      };
    },
  },
  statement: {
    async request(stage) {
      const { user_id, charge_id } = await earned(stage);
      return {
        id: { id: user_id, file: `${month()}.csv` },
        effect: (csv: string) => {
          expect(csv).toContain(stage.mark);
          expect(csv).toContain(`,${charge_id},`);
        },
      };
    },
  },
};
