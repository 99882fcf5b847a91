import { expect } from 'vitest';
import { makeSiteUser } from '../../../../test/factories.ts';
import type { FeatureCases } from '../../../../test/routes/route-cases.ts';
import { hashOf } from '../../../programs/server/site-key.ts';
import type { seenContract } from '../contract.ts';

export const seenCases: FeatureCases<typeof seenContract> = {
  routes: {
    seen: {
      refusals: { everybody: 401, body: () => ({ user_ids: [1] }) },
      async success({ db, program_id }) {
        const { id } = await makeSiteUser(db, { program_id });
        const key = `site-${program_id}-${id}`;
        await db
          .updateTable('programs')
          .set({ site_key_hash: hashOf(key), site_key_at: new Date().toISOString() })
          .where('id', '=', program_id)
          .execute();
        return {
          body: { user_ids: [id] },
          headers: { authorization: `Bearer ${key}` },
          async effect(answer) {
            expect(answer).toEqual({ seen: 1, deleted: [] });
            const row = db.selectFrom('seen_users').select('user_id').where('user_id', '=', id);
            expect(await row.execute()).toHaveLength(1);
          },
        };
      },
      fuzz: { also: [401, 429], never200: true },
    },
  },
};
