import { expect } from 'vitest';
import { makeSiteUser } from '../../../../test/factories.ts';
import type { SiteCases } from '../../../../test/routes/site-route-cases.ts';
import type { seenContract } from '../contract.ts';

export const seenSiteCases: SiteCases<typeof seenContract> = {
  seen: {
    foreign: 400,
    async request({ db, program_id, mark }) {
      const { id } = await makeSiteUser(db, { program_id, first_name: mark });
      return {
        body: { user_ids: [id] },
        async effect(answer) {
          expect(answer).toEqual({ seen: 1, deleted: [] });
          const row = db.selectFrom('seen_users').select('user_id').where('user_id', '=', id);
          expect(await row.execute()).toHaveLength(1);
        },
      };
    },
  },
};
