/** Successes of the dashboard. */
import { expect } from 'vitest';
import type { dashboardContract } from '../../features/dashboard/contract.ts';
import { makeEvent } from '../events.ts';
import type { Successes } from './success.ts';

export const dashboardSuccesses: Successes<typeof dashboardContract> = {
  async attention({ db, program, kind }) {
    await makeEvent(db, { program_id: program });
    return {
      effect: ({ items }) => {
        const found = items.find(({ kind }: { kind: string }) => kind === 'undrawn_events');
        expect(found, kind).toMatchObject({ link: '/events?undrawn=1' });
        expect(found.count).toBeGreaterThan(0);
      },
    };
  },
};
