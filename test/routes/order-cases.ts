/** Cases of the routes that arrange a program's rows, for every noun that has them. */
import { expect } from 'vitest';
import { OWN, type Stage } from './route-cases.ts';

type OrderOf = {
  /** Makes a row of the stage's program, without a place. */
  make: (stage: Stage) => Promise<number>;
  /** Reads the place of a row in the stage's program. */
  placeOf: (stage: Stage, id: number) => Promise<number>;
};

/** Returns the cases of reading the order, of searching what has no place, and of saving an order. */
export function orderCases({ make, placeOf }: OrderOf) {
  const inOwn = ({ program_id }: Stage) => `program_id=${program_id}`;
  return {
    read: {
      refusals: { query: () => `program_id=${OWN}` },
      success: async (stage: Stage) => ({
        query: inOwn(stage),
        effect: ({ rows }: { rows: { place: number }[] }) =>
          expect(rows.filter(({ place }) => place < 1)).toEqual([]),
      }),
    },
    unplaced: {
      refusals: { query: () => `program_id=${OWN}&name=marker`, lists: ['own'] as const },
      fuzz: { usually: { program_id: 1, parent_id: '' } },
      success: async (stage: Stage) => {
        const id = await make(stage);
        return {
          query: `${inOwn(stage)}&name=%23${id}`,
          effect: ({ rows }: { rows: unknown[] }) =>
            expect(rows).toMatchObject([{ id, place: 0, movable: true }]),
        };
      },
    },
    save: {
      refusals: {
        kinds: ['own', 'foreign'] as const,
        body: ({ within: program_id }: { within: number }) => ({ program_id, ids: [] }),
        beyond: 403 as const,
      },
      // The second row of every seed is shown by the first program, at the top.
      fuzz: { usually: { program_id: 1, ids: [2] } },
      success: async (stage: Stage) => {
        const ids = [await make(stage), await make(stage)].toReversed();
        return {
          body: { program_id: stage.program_id, ids },
          effect: async ({ rows }: { rows: { id: number }[] }) => {
            expect(rows.map(({ id }) => id)).toEqual(ids);
            expect(await Promise.all(ids.map((id) => placeOf(stage, id)))).toEqual([1, 2]);
          },
        };
      },
    },
  };
}
