import { expect } from 'vitest';
import { makeSiteUser } from '../../../../test/factories.ts';
import type { SiteCase, SiteCases } from '../../../../test/routes/site-route-cases.ts';
import type { siteErasureContract } from '../contract.ts';

const NOTHING_ASKED: SiteCase = {
  async request({ db, program_id }) {
    const { id } = await makeSiteUser(db, { program_id });
    return { id, effect: (answer) => expect(answer).toEqual({ user_id: id, state: 'none' }) };
  },
};

export const siteErasureCases: SiteCases<typeof siteErasureContract> = {
  erasure: NOTHING_ASKED,
  dataRequest: NOTHING_ASKED,
  askData: {
    async request({ db, program_id }) {
      const { id } = await makeSiteUser(db, { program_id });
      return {
        id,
        async effect(answer) {
          expect(answer).toEqual({ user_id: id, state: 'waiting' });
          const row = db
            .selectFrom('data_requests')
            .select(['state', 'site_program_id'])
            .where('user_id', '=', id);
          expect(await row.execute()).toEqual([{ state: 'waiting', site_program_id: program_id }]);
        },
      };
    },
  },
  askErasure: {
    async request({ db, program_id }) {
      const { id } = await makeSiteUser(db, { program_id });
      return {
        id,
        async effect(answer) {
          expect(answer).toEqual({ user_id: id, state: 'waiting' });
          const row = db
            .selectFrom('erasures')
            .select(['state', 'source', 'asked_by', 'site_program_id'])
            .where('user_id', '=', id);
          expect(await row.execute()).toEqual([
            { state: 'proposed', source: 'site', asked_by: null, site_program_id: program_id },
          ]);
        },
      };
    },
  },
};
