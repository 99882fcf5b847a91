import { expect } from 'vitest';
import { makeProgram } from '../../../test/factories.ts';
import type { FeatureCases } from '../../../test/route-cases.ts';
import type { programsContract } from '../contract.ts';

export const programsCases: FeatureCases<typeof programsContract> = {
  mark: async ({ db, program_id }, mark) =>
    program_id &&
    db.updateTable('programs').set({ program_display_name: mark }).where('id', '=', program_id).execute(),
  seed: (db, id) => makeProgram(db, { id }),
  routes: {
    programs: {
      refusals: { query: () => 'name=marker', lists: ['own', 'foreign'] },
      success: async ({ program_id }) => ({
        effect: ({ programs }) => expect(programs.map(({ id }: { id: number }) => id)).toContain(program_id),
      }),
    },
  },
};
