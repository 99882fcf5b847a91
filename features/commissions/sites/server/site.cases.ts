import { expect } from 'vitest';
import { makeSiteUser } from '../../../../test/factories.ts';
import type { SiteCases } from '../../../../test/routes/site-route-cases.ts';
import { setRows } from '../../../../test/rows/commission-groups.ts';
import { makeSoldClass } from '../../../../test/rows/sold-classes.ts';
import { CODE } from '../../rules.ts';
import type { siteCodesContract } from '../contract.ts';

export const siteCodesCases: SiteCases<typeof siteCodesContract> = {
  checkCode: {
    async request({ db, program_id, mark }) {
      const class_id = await makeSoldClass(db, program_id, { class_name: mark, class_price: 2000 });
      const referrer_id = (await makeSiteUser(db, { program_id })).id;
      const row = { type: CODE, commission: 5, referrer_id, code: mark, discount: 2.5 } as const;
      await setRows(db, 'class', class_id, [{ ...row, discount_type: 'amount' }]);
      return {
        body: { code: mark, class_id, user_id: referrer_id },
        effect: (answer) =>
          expect(answer).toEqual({ valid: true, price: 2000, discount: 250, total: 1750, currency: 'USD' }),
      };
    },
  },
};
