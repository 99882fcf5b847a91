import { expect } from 'vitest';
import type { Stage } from './route-cases.ts';

/** The case of a list's export: it begins, and names the file that is asked for again. */
export const listExportCase = {
  refusals: {},
  success: async ({ program_id: _ }: Stage) => ({
    query: 'page=1&file_name=',
    effect: (answer: unknown) =>
      expect(answer).toMatchObject({ file_name: expect.stringMatching(/^[\da-f]{32}/) }),
  }),
  fuzz: { also: [429] },
};
