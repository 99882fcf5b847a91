import { expect } from 'vitest';
import { makeSiteUser } from '../../../../test/factories.ts';
import type { SiteCases } from '../../../../test/routes/site-route-cases.ts';
import { makeSoldClass } from '../../../../test/rows/sold-classes.ts';
import { system } from '../../../../test/system.ts';
import { recordCharge } from '../../server/charges.ts';
import type { siteRefundRequestsContract } from '../contract.ts';

export const siteRefundRequestsCases: SiteCases<typeof siteRefundRequestsContract> = {
  refundRequests: {
    async request({ db, program_id, mark }) {
      const class_id = await makeSoldClass(db, program_id, { class_name: mark });
      const user_id = (await makeSiteUser(db, { program_id })).id;
      const charge = { class_id, amount: 4999, currency: 'USD', student_id: user_id } as const;
      const charge_id = await recordCharge(system(db), charge);
      return {
        body: { reference: mark, charge_id, user_id, amount: 1000, reason: mark },
        async effect({ results: [result] }) {
          expect(result).toMatchObject({ reference: mark, state: 'created', errors: [] });
          const made = db.selectFrom('refund_requests').select(['id', 'amount', 'type', 'user_id', 'reason']);
          expect(await made.where('charge_id', '=', charge_id).execute()).toEqual([
            { id: result.id, amount: 1000, type: 'student', user_id, reason: mark },
          ]);
        },
      };
    },
    odd: [409],
  },
};
