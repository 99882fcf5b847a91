import { expect } from 'vitest';
import { makeClass, makeInstructor } from '../../../test/factories.ts';
import type { Cell, FeatureCases } from '../../../test/routes/route-cases.ts';
import { newClass } from '../../classes/server/routes.cases.ts';
import type { bundlesContract } from '../contract.ts';

async function newBundle({ db, program_id }: Cell): Promise<number> {
  const { id: instructor_id } = await makeInstructor(db, { program_id });
  return (await makeClass(db, { instructor_id, program_id, is_bundle: true })).id;
}

export const bundlesCases: FeatureCases<typeof bundlesContract> = {
  routes: {
    saveBundle: {
      refusals: { row: newBundle, body: () => ({ classes: [] }) },
      async success(stage) {
        const [{ id }, a, b] = [await newClass(stage), await newClass(stage), await newClass(stage)];
        return {
          id,
          body: { classes: [b.id, a.id] },
          effect: async ({ bundles }) => {
            expect(bundles.map((row: { id: number }) => row.id)).toEqual([b.id, a.id]);
            const held = await stage.db
              .selectFrom('bundle_classes')
              .select('class_id')
              .where('bundle_id', '=', id)
              .orderBy('position')
              .execute();
            expect(held).toEqual([{ class_id: b.id }, { class_id: a.id }]);
          },
        };
      },
    },
  },
};
