import { defineConfig } from '@playwright/test';
import { inDepth } from './test/deep.ts';
import { browser } from './test/e2e/browser.ts';

export default defineConfig({
  testDir: '.',
  testMatch: ['test/e2e/**/*.spec.ts', 'features/**/web/**/*.spec.ts', 'example-site/*.spec.ts'],
  // Of each job the second way, and of each shared part the second noun: `npm run test:deep`.
  grepInvert: inDepth<RegExp[]>([/@deep/], []),
  globalSetup: './test/e2e/global-setup.ts',
  outputDir: 'test-results',
  // One more than cores: some tests wait, for a job or for a time to pass.
  workers: 3,
  // A busy machine of two cores also runs the server and its database.
  timeout: 300_000,
  // Of a machine that is busy with all else of the run; what is right is seen at once anywhere.
  expect: { timeout: 40_000 },
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
