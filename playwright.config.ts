import { defineConfig } from '@playwright/test';
import { BACKSTOP_MS } from './test/backstop.ts';
import { inDepth } from './test/deep.ts';
import { browser } from './test/e2e/browser.ts';
import { testWorkers } from './test/run/workers.ts';

export default defineConfig({
  testDir: '.',
  testMatch: ['test/e2e/**/*.spec.ts', 'features/**/web/**/*.spec.ts', 'example-site/*.spec.ts'],
  // Of each job the second way, and of each shared part the second noun: `npm run test:deep`.
  grepInvert: inDepth<RegExp[]>([/@deep/], []),
  globalSetup: './test/e2e/global-setup.ts',
  outputDir: 'test-results',
  workers: testWorkers(),
  timeout: BACKSTOP_MS,
  // Far beyond what any fact needs to be seen: docs/testing.md.
  expect: { timeout: 60_000 },
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '.cache/report-e2e.json' }]],
  use: {
    ...(await browser()),
    // Set by the global setup before the workers read this file.
    baseURL: process.env.BASE_URL,
    // A recording of every step takes a tenth of the time of all tests: `TRACE=1` where one has to be understood.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
  },
});
