import { expect } from 'vitest';
import { makeInstructor, makeSiteUser } from '../../../test/factories.ts';
import type { FeatureCases } from '../../../test/route-cases.ts';
import type { siteUsersContract } from '../contract.ts';

export const siteUsersCases: FeatureCases<typeof siteUsersContract> = {
  mark: ({ db, program_id }, first_name) => makeInstructor(db, { first_name, program_id }),
  seed: (db, id) => makeInstructor(db, { id, program_id: id % 3 === 0 ? null : 1 + (id % 2) }),
  routes: {
    userSearch: {
      refusals: { query: () => 'name=marker', lists: ['own', 'foreign', 'global'] },
      async success({ db, program_id }) {
        const first_name = `Found${crypto.randomUUID().slice(0, 8)}`;
        const { id } = await makeSiteUser(db, { first_name, program_id });
        return {
          query: `name=${first_name}`,
          effect: ({ users }) => expect(users).toMatchObject([{ id }]),
        };
      },
    },
  },
};
