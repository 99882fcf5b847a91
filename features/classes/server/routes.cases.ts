import { expect } from 'vitest';
import { makeClass, makeInstructor } from '../../../test/factories.ts';
import type { FeatureCases, Maker } from '../../../test/route-cases.ts';
import type { classesContract } from '../contract.ts';

export async function newClass({ db, program_id }: Maker, class_name = 'A class') {
  const instructor = await makeInstructor(db, { program_id });
  return makeClass(db, { instructor_id: instructor.id, program_id, class_name });
}

export const classesCases: FeatureCases<typeof classesContract> = {
  mark: newClass,
  seed: (db, id) => makeClass(db, { id, instructor_id: id, program_id: id % 4 === 0 ? null : 1 + (id % 2) }),
  routes: {
    classes: {
      refusals: { query: () => 'name=marker', lists: ['own', 'foreign', 'global'] },
      async success(stage) {
        const { id } = await newClass(stage);
        return { query: `name=${id}`, effect: ({ classes }) => expect(classes).toMatchObject([{ id }]) };
      },
    },
    class: {
      refusals: { row: async (cell) => (await newClass(cell)).id },
      async success(stage) {
        const { id } = await newClass(stage);
        return {
          id,
          effect: (answer) => expect(answer.class).toMatchObject({ id, bundles: [], hidden: 0 }),
        };
      },
    },
  },
};
