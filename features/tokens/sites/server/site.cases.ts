import { expect } from 'vitest';
import { makeSiteUser } from '../../../../test/factories.ts';
import type { SiteCases } from '../../../../test/routes/site-route-cases.ts';
import { makeToken, purseOf } from '../../../../test/rows/coins.ts';
import type { siteTokensContract } from '../contract.ts';

export const siteTokensCases: SiteCases<typeof siteTokensContract> = {
  redeemToken: {
    async request({ db, program_id, mark }) {
      const user_id = (await makeSiteUser(db, { program_id, first_name: mark })).id;
      const code = await makeToken(db);
      return {
        body: { reference: mark, user_id, code },
        async effect({ results: [result] }) {
          expect(result).toMatchObject({ state: 'created', errors: [], amount: 2.5, balance: 2.5 });
          expect(await purseOf(db, user_id)).toEqual({ balance: 250, ledger: 250 });
        },
      };
    },
    odd: [409],
  },
};
