import { expect } from 'vitest';
import { makeSiteUser } from '../../../test/factories.ts';
import type { SiteCases } from '../../../test/routes/site-route-cases.ts';
import { settledChanges } from '../../../test/rows/site-changes.ts';
import { makeSoldClass } from '../../../test/rows/sold-classes.ts';
import type { siteChangesContract } from '../contract.ts';

export const siteChangesCases: SiteCases<typeof siteChangesContract> = {
  changes: {
    // Its own feed, with nothing of the other program in it.
    foreign: 200,
    odd: [410],
    async request({ db, program_id, mark }) {
      const { id } = await makeSiteUser(db, { program_id, first_name: mark });
      const class_id = await makeSoldClass(db, program_id, { class_name: mark });
      await settledChanges(db);
      return {
        query: 'limit=200',
        effect: ({ changes, more, next }) => {
          expect(more).toBe(false);
          expect(next).toEqual(expect.any(String));
          expect(changes).toContainEqual({
            kind: 'user',
            id,
            change: 'saved',
            changed_at: expect.any(String),
          });
          expect(changes).toContainEqual({
            kind: 'class',
            id: class_id,
            change: 'saved',
            changed_at: expect.any(String),
          });
        },
      };
    },
  },
};
