/** Case of the route that switches many records, for every noun that declares it. */
import { expect } from 'vitest';
import { NOUNS, type SwitchedNoun } from '../../features/nouns.ts';
import type { Db } from '../../server/db/client.ts';
import { makeNounRow, switchedKinds, switchOf } from '../rows/noun-rows.ts';
import type { Cell, Stage } from './route-cases.ts';

/** Returns the case of the noun's route, by the first of its switches. */
export function switchCase(noun: SwitchedNoun) {
  const { switches } = NOUNS[noun];
  const [field = '', [to = 0] = []] = Object.entries<readonly number[]>(switches.fields)[0] ?? [];
  const newRow = async ({ db, program_id }: { db: Db; program_id: number | null }) =>
    (await makeNounRow(db, noun, program_id)).id;
  return {
    refusals: {
      kinds: switchedKinds(noun),
      row: (cell: Cell) => newRow(cell),
      body: (_cell: Cell, id: number) => ({ field, records: [{ id, to }] }),
    },
    fuzz: {
      usually: { field, records: [{ id: 1, to }] },
      // Of those with an account none is there to be removed by odd requests.
      ...(noun === 'admin' && { never200: true as const }),
    },
    success: async (stage: Stage) => {
      const ids = [await newRow(stage), await newRow(stage)];
      return {
        body: { field, records: ids.map((id) => ({ id, to })) },
        effect: async () => {
          for (const id of ids) expect(await switchOf(stage.db, noun, field, id)).toBe(to);
        },
      };
    },
  };
}
