import { expect } from 'vitest';
import { makeProgram } from '../../../../test/factories.ts';
import {
  type FeatureCases,
  FOREIGN,
  type Maker,
  OWN,
  type Stage,
} from '../../../../test/routes/route-cases.ts';
import { newClass } from '../../server/routes.cases.ts';
import type { bulkAssignmentsContract } from '../contract.ts';

/** A class that a bulk assignment has linked to a program of its own. */
async function newBulk(maker: Maker, program_id: number) {
  const { db } = maker;
  const { id: class_id } = await newClass(maker);
  const { id } = await db
    .insertInto('bulk_assignments')
    .values({ classes: 1, linked: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('class_programs').values({ class_id, program_id, bulk_id: id }).execute();
  return { id, class_id, program_id };
}

const linksOf = ({ db }: Stage, class_id: number, program_id: number) =>
  db
    .selectFrom('class_programs')
    .select('bulk_id')
    .where('class_id', '=', class_id)
    .where('program_id', '=', program_id)
    .execute();

export const bulkAssignmentsCases: FeatureCases<typeof bulkAssignmentsContract> = {
  seed: (db, id) => db.insertInto('bulk_assignments').values({ classes: id, linked: 0 }).execute(),
  routes: {
    assignClasses: {
      refusals: { body: () => ({ filter: { name: 'nothing is called so' }, count: 0, program_ids: [OWN] }) },
      async success(stage) {
        const { id } = await newClass(stage);
        const program = (await makeProgram(stage.db)).id;
        return {
          body: { class_ids: [id], program_ids: [program], discount_percentage: 5 },
          effect: async ({ bulk, linked }) => {
            expect(linked).toBe(1);
            expect(await linksOf(stage, id, program)).toEqual([{ bulk_id: bulk }]);
          },
        };
      },
      fuzz: { also: [409] },
    },
    undoBulk: {
      refusals: { row: async (cell) => (await newBulk(cell, cell.whose === 'own' ? FOREIGN : OWN)).id },
      async success(stage) {
        const { id, class_id, program_id } = await newBulk(stage, (await makeProgram(stage.db)).id);
        return {
          id,
          effect: async (answer) => {
            expect(answer).toEqual({ unlinked: 1, kept: 0 });
            expect(await linksOf(stage, class_id, program_id)).toEqual([]);
          },
        };
      },
    },
  },
};
