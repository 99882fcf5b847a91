import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { FeatureCases } from '../../../test/routes/route-cases.ts';
import type { exportsContract } from '../contract.ts';

const newName = () => `${randomBytes(16).toString('hex')}.csv`;

export const exportsCases: FeatureCases<typeof exportsContract> = {
  routes: {
    cancelExport: {
      refusals: { body: () => ({ file_name: newName() }), kinds: ['own'] },
      async success({ db, caller: { admin_id } }) {
        const file_name = newName();
        const made = { file_name, admin_id, program_id: 0, kind: 'no such kind', filters: '{}' };
        await db.insertInto('exports').values(made).execute();
        return {
          body: { file_name },
          async effect() {
            const left = db.selectFrom('exports').select('state').where('file_name', '=', file_name);
            expect(await left.execute()).toEqual([{ state: 'stopped' }]);
          },
        };
      },
    },
  },
};
