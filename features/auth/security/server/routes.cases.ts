import { expect } from 'vitest';
import type { FeatureCases } from '../../../../test/routes/route-cases.ts';
import type { securityContract } from '../contract.ts';

export const securityCases: FeatureCases<typeof securityContract> = {
  routes: {
    securitySettings: {
      refusals: {},
      success: async () => ({
        effect: ({ settings }) => expect(settings).toMatchObject({ idle_hours: expect.any(Number) }),
      }),
    },
    saveSecuritySettings: {
      refusals: { body: () => ({ idle_hours: 8 }), kinds: ['own'] },
      async success({ db, caller }) {
        return {
          body: { idle_hours: 9, most_days: 29 },
          effect: async ({ settings }) => {
            expect(settings).toMatchObject({ second_factor: 'nobody', idle_hours: 9, most_days: 29 });
            const session = await db
              .selectFrom('sessions')
              .select(['idle_ends_at', 'last_used_at', 'ends_at', 'created_at'])
              .where('admin_id', '=', caller.admin_id)
              .executeTakeFirstOrThrow();
            const between = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 3_600_000;
            expect(between(session.last_used_at, session.idle_ends_at)).toBe(9);
            expect(between(session.created_at, session.ends_at)).toBe(29 * 24);
          },
        };
      },
      // One that is demanded would lead every other caller of the tests to set it up.
      fuzz: { also: [409], always: { second_factor: 'nobody' } },
    },
  },
};
