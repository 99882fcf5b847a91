import { expect } from 'vitest';
import { makeSiteUser } from '../../../../test/factories.ts';
import type { SiteCases } from '../../../../test/routes/site-route-cases.ts';
import { makeSoldClass } from '../../../../test/rows/sold-classes.ts';
import type { siteChargesContract } from '../contract.ts';

export const siteChargesCases: SiteCases<typeof siteChargesContract> = {
  charges: {
    async request({ db, program_id, mark }) {
      const class_id = await makeSoldClass(db, program_id, { class_name: mark });
      const user_id = (await makeSiteUser(db, { program_id })).id;
      const body = { reference: mark, type: 'class', class_id, user_id, amount: 4999, currency: 'USD' };
      return {
        body,
        async effect({ results: [result] }) {
          expect(result).toMatchObject({ reference: mark, state: 'created', errors: [], tickets: [] });
          const lines = await db
            .selectFrom('charge_lines')
            .select('amount')
            .where('charge_id', '=', result.id)
            .execute();
          expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(4999);
          const enrolled = db.selectFrom('class_users').select('id').where('user_id', '=', user_id);
          expect(await enrolled.execute()).toEqual([{ id: result.enrolments[0] }]);
        },
      };
    },
    odd: [409],
  },
};
