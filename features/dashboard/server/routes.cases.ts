import { expect } from 'vitest';
import { makeEvent } from '../../../test/events.ts';
import type { FeatureCases } from '../../../test/route-cases.ts';
import type { dashboardContract } from '../contract.ts';

export const dashboardCases: FeatureCases<typeof dashboardContract> = {
  routes: {
    attention: {
      refusals: {},
      async success({ db, program_id, kind }) {
        await makeEvent(db, { program_id });
        return {
          effect: ({ items }) => {
            const found = items.find((item: { kind: string }) => item.kind === 'undrawn_events');
            expect(found, kind).toMatchObject({ link: '/events?undrawn=1' });
            expect(found.count).toBeGreaterThan(0);
          },
        };
      },
    },
  },
};
