import { expect } from 'vitest';
import type { RecordAsOf } from '../../core/nouns/as-of-routes.ts';
import type { Refusals, Stage, Success } from './route-cases.ts';

const AT_ONCE = 'at=2020-02-29T12:00:00%2B02:00';

/** The case of a record's route as of a moment; `make` answers the id of a new one. */
export function asOfCase({
  refusals,
  make,
}: {
  refusals: Refusals;
  make: (stage: Stage) => Promise<number>;
}) {
  return {
    refusals: { ...refusals, query: () => AT_ONCE },
    async success(stage: Stage): Promise<Success> {
      const id = await make(stage);
      return {
        id,
        query: `at=${new Date().toISOString()}`,
        effect: ({ state, settings }: RecordAsOf) => {
          expect(state).toBe('known');
          expect(settings.length).toBeGreaterThan(5);
          expect(settings.filter(({ changed, earlier }) => changed || earlier === null)).toEqual([]);
        },
      };
    },
    fuzz: { usually: { at: '2026-01-01T00:00:00Z' } },
  };
}
