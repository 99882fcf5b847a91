import { expect } from 'vitest';
import type { FeatureCases, Stage } from '../../../../test/routes/route-cases.ts';
import type { firstStepsContract } from '../contract.ts';

const hiddenAt = async ({ db, caller }: Stage) =>
  (
    await db
      .selectFrom('admins')
      .select('first_steps_hidden_at')
      .where('id', '=', caller.admin_id)
      .executeTakeFirstOrThrow()
  ).first_steps_hidden_at;

export const firstStepsCases: FeatureCases<typeof firstStepsContract> = {
  routes: {
    firstSteps: {
      refusals: {},
      success: async () => ({ effect: ({ steps }) => expect(Array.isArray(steps)).toBe(true) }),
    },
    hideFirstSteps: {
      refusals: { body: () => ({ hidden: 1 }), kinds: ['own'] },
      async success(stage) {
        return {
          body: { hidden: 1 },
          effect: async () => expect(await hiddenAt(stage)).not.toBeNull(),
        };
      },
    },
  },
};
