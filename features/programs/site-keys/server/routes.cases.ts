import { expect } from 'vitest';
import { makeSiteKey } from '../../../../test/factories.ts';
import type { Cell, FeatureCases, Stage } from '../../../../test/routes/route-cases.ts';
import type { siteKeysContract } from '../contract.ts';

/** A program is nobody else's: there is none that belongs to no program. */
const kinds = ['own', 'foreign'] as const;
const row = ({ within }: Cell) => within;

const keysOf = ({ db, program_id }: Pick<Stage, 'db' | 'program_id'>) =>
  db.selectFrom('site_keys').selectAll().where('program_id', '=', program_id).orderBy('id').execute();

export const siteKeysCases: FeatureCases<typeof siteKeysContract> = {
  seed: (db, id) => makeSiteKey(db, id),
  routes: {
    siteKeys: {
      refusals: { row, kinds },
      async success(stage) {
        const { id: key } = await makeSiteKey(stage.db, stage.program_id, { name: 'Shop' });
        return {
          id: stage.program_id,
          effect: ({ keys }) => {
            expect(keys).toMatchObject([
              { id: key, name: 'Shop', rights: ['read', 'write'], last_used_at: null, ends_at: null },
            ]);
            expect(JSON.stringify(keys)).not.toContain('hash');
          },
        };
      },
    },
    createSiteKey: {
      refusals: { row, kinds, body: () => ({ name: 'Shop', rights: ['read'] }) },
      success: async (stage) => ({
        id: stage.program_id,
        body: { name: ' Shop ', rights: ['write', 'read', 'write'] },
        effect: async ({ key, site_key }) => {
          expect(site_key).toMatch(/^[\w-]{43}$/);
          expect(key).toMatchObject({ name: 'Shop', rights: ['read', 'write'], ends_at: null });
          expect(await keysOf(stage)).toMatchObject([{ id: key.id, created_by: stage.caller.admin_id }]);
        },
      }),
    },
    endSiteKey: {
      refusals: {
        row: async ({ db, within }: Cell) => ({ id: within, key_id: (await makeSiteKey(db, within)).id }),
        kinds,
      },
      async success(stage) {
        const { id: key_id } = await makeSiteKey(stage.db, stage.program_id);
        return {
          id: { id: stage.program_id, key_id },
          effect: async ({ key }) => {
            expect(key).toMatchObject({ id: key_id, ends_at: expect.any(String) });
            expect(await keysOf(stage)).toMatchObject([{ ends_at: key.ends_at }]);
          },
        };
      },
    },
    makeSiteKey: {
      refusals: { row, kinds, body: () => ({}) },
      success: async (stage) => ({
        id: stage.program_id,
        effect: async ({ site_key }) => {
          expect(site_key).toMatch(/^[\w-]{43}$/);
          expect(await keysOf(stage)).toMatchObject([{ replaces_itself: true, ends_at: null }]);
        },
      }),
    },
  },
};
