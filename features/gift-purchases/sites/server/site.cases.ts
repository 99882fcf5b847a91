import { expect } from 'vitest';
import { DELIVERY, makeProduct, makePurchase, makeSiteUser } from '../../../../test/factories.ts';
import type { SiteCases } from '../../../../test/routes/site-route-cases.ts';
import { makeUserWithCoins } from '../../../../test/rows/coins.ts';
import type { sitePurchasesContract } from '../contract.ts';

export const sitePurchasesCases: SiteCases<typeof sitePurchasesContract> = {
  purchases: {
    async request({ db, program_id, mark }) {
      const user_id = await makeUserWithCoins(db, 10, { program_id, first_name: mark });
      const product_id = (await makeProduct(db, { program_id, name: mark })).id;
      return {
        body: { reference: mark, user_id, product_id, price: 3.25 },
        async effect({ results: [result] }) {
          expect(result).toMatchObject({ reference: mark, state: 'created', errors: [], balance: 6.75 });
          const bought = db
            .selectFrom('gift_purchases')
            .select(['id', 'price'])
            .where('user_id', '=', user_id);
          expect(await bought.execute()).toEqual([{ id: result.id, price: 325 }]);
        },
      };
    },
    odd: [409],
  },
  deliverPurchase: {
    async request({ db, program_id, mark }) {
      const user_id = (await makeSiteUser(db, { program_id, first_name: mark })).id;
      const product_id = (await makeProduct(db, { program_id, name: mark })).id;
      const { id } = await makePurchase(db, { user_id, product_id });
      return {
        id: { id },
        body: { ...JSON.parse(DELIVERY), notes: mark },
        async effect({ purchase }) {
          expect(purchase).toMatchObject({ id, user_id, delivery_confirmed: true, fulfilled: false });
          const user = db.selectFrom('site_users').select('lilt_delivery').where('id', '=', user_id);
          const { lilt_delivery } = await user.executeTakeFirstOrThrow();
          expect(JSON.parse(lilt_delivery)).toEqual({ ...JSON.parse(DELIVERY), notes: mark });
        },
      };
    },
  },
};
