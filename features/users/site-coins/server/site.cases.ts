import { expect } from 'vitest';
import { makeSiteUser } from '../../../../test/factories.ts';
import type { SiteCases } from '../../../../test/routes/site-route-cases.ts';
import { makeUserWithCoins, purseOf } from '../../../../test/rows/coins.ts';
import { inDays, makeEvent } from '../../../../test/rows/events.ts';
import type { siteCoinsContract } from '../contract.ts';

export const siteCoinsCases: SiteCases<typeof siteCoinsContract> = {
  coins: {
    async request({ db, program_id, mark }) {
      const user_id = (await makeSiteUser(db, { program_id, first_name: mark })).id;
      return {
        body: { reference: mark, user_id, amount: 2.5, reason: 'A quiz' },
        async effect({ results: [result] }) {
          expect(result).toMatchObject({ reference: mark, state: 'created', errors: [], balance: 2.5 });
          expect(await purseOf(db, user_id)).toEqual({ balance: 250, ledger: 250 });
        },
      };
    },
    odd: [403, 409],
  },
  tickets: {
    async request({ db, program_id, mark }) {
      const user_id = await makeUserWithCoins(db, 10, { program_id, first_name: mark });
      const event = await makeEvent(db, { program_id, name: mark, end_at: inDays(1), ticket_price: 150 });
      return {
        body: { reference: mark, user_id, event_id: event.id, quantity: 2 },
        async effect({ results: [result] }) {
          expect(result).toMatchObject({ reference: mark, state: 'created', errors: [], balance: 7 });
          const tickets = db.selectFrom('tickets').select(['id', 'code']).where('user_id', '=', user_id);
          const sold = await tickets.orderBy('id').execute();
          expect(sold.map(({ code }) => code).toSorted()).toEqual(result.tickets.toSorted());
          expect(sold[0]?.id).toBe(result.id);
        },
      };
    },
    odd: [409],
  },
};
