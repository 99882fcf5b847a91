import { expect } from 'vitest';

/** The case of a list's export: it begins, and names the file that is asked for again. */
export const listExportCase = {
  refusals: {},
  success: async () => ({
    query: 'page=1&file_name=',
    effect: (answer: unknown) =>
      expect(answer).toMatchObject({ file_name: expect.stringMatching(/^[\da-f]{32}/) }),
  }),
  fuzz: { also: [429] },
};
