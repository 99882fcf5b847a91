import { expect } from 'vitest';
import { ADMIN_PASSWORD } from '../../../../test/factories.ts';
import type { FeatureCases } from '../../../../test/routes/route-cases.ts';
import type { ownPasswordContract } from '../contract.ts';

const change = { current_password: ADMIN_PASSWORD, password: 'chosen on my account' };

export const ownPasswordCases: FeatureCases<typeof ownPasswordContract> = {
  routes: {
    changeOwnPassword: {
      refusals: { body: () => change, kinds: ['own'] },
      async success({ caller }) {
        return {
          body: change,
          effect: async () => expect((await caller('POST', 'account/password', change)).status).toBe(400),
        };
      },
      fuzz: { never200: true, also: [429] },
    },
  },
};
