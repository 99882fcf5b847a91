import { expect } from 'vitest';
import { makeSession, makeSiteUser } from '../../../test/factories.ts';
import type { SiteCases, SiteStage } from '../../../test/routes/site-route-cases.ts';
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
};
