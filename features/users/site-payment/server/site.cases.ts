import { expect } from 'vitest';
import { hashPassword } from '../../../../server/passwords/password-hashes.ts';
import { makeSiteUser } from '../../../../test/factories.ts';
import type { SiteCases, SiteStage } from '../../../../test/routes/site-route-cases.ts';
import type { paymentOfSitesContract } from '../contract.ts';

const PASSWORD = 'a password';

async function makePayee({ db, program_id, mark }: SiteStage) {
  const password_hash = await hashPassword(PASSWORD, 'test');
  const user = await makeSiteUser(db, { program_id, user_type: 'I', first_name: mark, password_hash });
  const fields = { alipay: { full_name: mark } };
  await db
    .insertInto('payment_settings')
    .values({ user_id: user.id, paid_by: 'alipay', fields: JSON.stringify(fields) })
    .execute();
  return user;
}

export const paymentOfSitesCases: SiteCases<typeof paymentOfSitesContract> = {
  paymentSettings: {
    async request(stage) {
      const { id } = await makePayee(stage);
      return {
        id,
        effect: ({ paid_by, fields }) =>
          expect([paid_by, fields.alipay.full_name]).toEqual(['alipay', stage.mark]),
      };
    },
  },
  savePaymentSettings: {
    async request(stage) {
      const { id } = await makePayee(stage);
      return {
        id,
        body: { paid_by: 'venmo', fields: { venmo: { user: '@ada' } }, password: PASSWORD },
        async effect({ paid_by, fields }) {
          expect([paid_by, fields.venmo.user]).toEqual(['venmo', '@ada']);
          const mails = stage.db.selectFrom('payee_changes').select('told_at').where('user_id', '=', id);
          expect((await mails.execute()).map(({ told_at }) => told_at)).not.toContain(null);
        },
      };
    },
    odd: [403, 409, 429],
  },
};
