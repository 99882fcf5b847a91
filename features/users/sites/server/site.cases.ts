import { expect } from 'vitest';
import { makeSiteUser } from '../../../../test/factories.ts';
import type { SiteCases } from '../../../../test/routes/site-route-cases.ts';
import type { usersOfSiteContract } from '../contract.ts';

export const usersOfSiteCases: SiteCases<typeof usersOfSiteContract> = {
  tellUsers: {
    foreign: 400,
    async request({ db, program_id, mark }) {
      const email = `${mark}@example.org`;
      await makeSiteUser(db, { program_id, email });
      return {
        body: { email, first_name: 'Grace' },
        async effect({ results: [result] }) {
          expect(result).toMatchObject({ reference: null, state: 'updated', errors: [] });
          const row = db.selectFrom('site_users').select('first_name').where('id', '=', result.id);
          expect(await row.execute()).toEqual([{ first_name: 'Grace' }]);
        },
      };
    },
    odd: [409],
  },
  user: {
    async request({ db, program_id, mark }) {
      const { id } = await makeSiteUser(db, { program_id, first_name: mark });
      return {
        id,
        effect: ({ user }) => expect(user).toMatchObject({ id, first_name: mark, reference: null }),
      };
    },
  },
  changeUser: {
    async request({ db, program_id, mark }) {
      const { id } = await makeSiteUser(db, { program_id, first_name: mark });
      return {
        id,
        body: { first_name: 'Ada', reference: mark },
        effect: ({ user }) => expect(user).toMatchObject({ id, first_name: 'Ada', reference: mark }),
      };
    },
    odd: [403, 409],
  },
  closeUser: {
    async request({ db, program_id, mark }) {
      const { id } = await makeSiteUser(db, { program_id, first_name: mark });
      return {
        id,
        async effect(answer) {
          expect(answer).toEqual({ user_id: id, closed: true });
          const row = db.selectFrom('site_users').select('del_status').where('id', '=', id);
          expect(await row.execute()).toEqual([{ del_status: 1 }]);
        },
      };
    },
  },
};
