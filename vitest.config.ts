import { defineConfig } from 'vitest/config';
import { inDepth } from './test/deep.ts';
import { LongestFirst } from './test/longest-first.ts';

/** Reads whatever can be reached from the contract, which in a worker of others is more than the contract. */
const OF_EVERYTHING = 'cli/checks/regexes.test.ts';

/** What is tried a thousand times in depth takes its time, more of it on a busy machine. */
const LONGEST_TEST_MS = inDepth(180_000, 600_000);

export default defineConfig({
  test: {
    // The embedded database needs a moment to write out before it stops.
    teardownTimeout: 30_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'core/**/*.test.ts',
            'example-site/**/*.test.ts',
            'features/**/*.test.{ts,tsx}',
            'web/**/*.test.{ts,tsx}',
          ],
          exclude: ['features/**/server/**'],
          isolate: false,
          // A property of fast-check tries hundreds of cases, and a busy machine needs more than 5 s for some.
          testTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Beside the others, in a worker of its own.
        test: {
          name: 'alone',
          include: [OF_EVERYTHING],
          testTimeout: 180_000,
          pool: 'forks',
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'http',
          include: [
            'server/**/*.test.ts',
            'features/**/server/**/*.test.ts',
            'cli/**/*.test.ts',
            'test/**/*.test.ts',
            'clients/**/*.test.ts',
          ],
          exclude: [OF_EVERYTHING],
          // To load the server anew for each file took four tenths of the whole. A worker keeps it, so no test may change what others import.
          isolate: false,
          globalSetup: './test/global-setup.ts',
          pool: 'forks',
          // Many wait for somebody silent, or for a server to die.
          maxWorkers: 4,
          testTimeout: LONGEST_TEST_MS,
          hookTimeout: LONGEST_TEST_MS,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
