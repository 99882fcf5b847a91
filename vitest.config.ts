import { defineConfig } from 'vitest/config';
import { BACKSTOP_MS } from './test/backstop.ts';
import { aloneFiles } from './test/run/alone.ts';
import { LongestFirst } from './test/run/longest-first.ts';
import { testWorkers } from './test/run/workers.ts';

/** Reads whatever can be reached from the contract, which in a worker of others is more than the contract. */
const OF_EVERYTHING = 'cli/checks/regexes.test.ts';
const ALONE = aloneFiles();

/** A test that hangs is told; no other limit of time stands in a test: docs/testing.md. */
const BACKSTOP = { testTimeout: BACKSTOP_MS, hookTimeout: BACKSTOP_MS };

/** Against a server and its database. */
const ON_A_SERVER = {
  // To load the server anew for each file took four tenths of the whole. A worker keeps it, so no test may change what others import.
  isolate: false,
  globalSetup: './test/global-setup.ts',
  pool: 'forks',
  ...BACKSTOP,
} as const;

export default defineConfig({
  test: {
    // The embedded database needs a moment to write out before it stops.
    teardownTimeout: BACKSTOP_MS,
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
          maxWorkers: testWorkers(),
          ...BACKSTOP,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // In a worker of its own.
        test: {
          name: 'contract',
          include: [OF_EVERYTHING],
          pool: 'forks',
          ...BACKSTOP,
          maxWorkers: 1,
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
          exclude: [OF_EVERYTHING, ...ALONE],
          ...ON_A_SERVER,
          maxWorkers: testWorkers(),
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'alone',
          include: ALONE,
          ...ON_A_SERVER,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
