import { expect } from 'vitest';
import { makeProduct, makePurchase, makeSession, makeSiteUser } from '../../../test/factories.ts';
import type { SiteCases, SiteStage } from '../../../test/routes/site-route-cases.ts';
import { makeUserWithCoins } from '../../../test/rows/coins.ts';
import { makeEvent, makeTickets } from '../../../test/rows/events.ts';
import { makeSoldClass } from '../../../test/rows/sold-classes.ts';
import { system } from '../../../test/system.ts';
import { recordCharge } from '../../transactions/server/charges.ts';
import type { siteRecordsContract } from '../contract.ts';

async function bought({ db, program_id, mark }: SiteStage) {
  const class_id = await makeSoldClass(db, program_id, { class_name: mark });
  const { id: user_id } = await makeSiteUser(db, { program_id, first_name: mark });
  const { id: session_id } = await makeSession(db, {
    class_id,
    external_id: mark,
    site_program_id: program_id,
  });
  const charge_id = await recordCharge(system(db), {
    class_id,
    student_id: user_id,
    amount: 4999,
    currency: 'USD',
  });
  return { class_id, user_id, session_id, charge_id };
}

export const siteRecordsCases: SiteCases<typeof siteRecordsContract> = {
  enrolments: {
    async request(stage) {
      const { class_id, user_id, session_id, charge_id } = await bought(stage);
      return {
        id: user_id,
        effect: ({ enrolments, next }) => {
          expect(next).toBeNull();
          expect(enrolments).toMatchObject([
            {
              class_id,
              class_name: stage.mark,
              charge_id,
              enrol_status: 0,
              sessions: [{ id: session_id, reference: stage.mark, cancelled: false }],
            },
          ]);
        },
      };
    },
  },
  charges: {
    async request(stage) {
      const { class_id, user_id, charge_id } = await bought(stage);
      return {
        id: user_id,
        effect: ({ charges }) =>
          expect(charges).toMatchObject([
            { id: charge_id, type: 'class', class_id, name: stage.mark, amount: 4999, refunds: [] },
          ]),
      };
    },
  },
  coins: {
    async request({ db, program_id, mark }) {
      const id = await makeUserWithCoins(db, 12.5, { program_id, first_name: mark });
      return {
        id,
        effect: ({ entries, balance }) => {
          expect(entries).toMatchObject([{ amount: 12.5, balance: 12.5, event_id: null, purchase_id: null }]);
          expect(balance).toBe(12.5);
        },
      };
    },
  },
  tickets: {
    async request({ db, program_id, mark }) {
      const event = await makeEvent(db, { program_id, name: mark });
      const { id } = await makeSiteUser(db, { program_id, first_name: mark });
      await makeTickets(db, event, 2, id);
      return {
        id,
        effect: ({ tickets }) =>
          expect(tickets).toMatchObject(Array(2).fill({ event_id: event.id, event_name: mark })),
      };
    },
  },
  purchases: {
    async request({ db, program_id, mark }) {
      const { id: product_id } = await makeProduct(db, { program_id, name: mark });
      const { id } = await makeSiteUser(db, { program_id, first_name: mark });
      await makePurchase(db, { product_id, user_id: id });
      return {
        id,
        effect: ({ purchases }) =>
          expect(purchases).toMatchObject([{ product_id, product_name: mark, fulfilled: false }]),
      };
    },
  },
  refundRequests: {
    async request(stage) {
      const { user_id: id, charge_id } = await bought(stage);
      await stage.db
        .insertInto('refund_requests')
        .values({ charge_id, amount: 999, reason: stage.mark, type: 'student', user_id: id })
        .execute();
      return {
        id,
        effect: ({ refund_requests }) =>
          expect(refund_requests).toMatchObject([
            {
              charge_id,
              amount: 999,
              currency: 'USD',
              reason: stage.mark,
              state: 'waiting',
              decided_at: null,
            },
          ]),
      };
    },
  },
};
