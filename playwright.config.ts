import { defineConfig } from '@playwright/test';
import { browser } from './test/e2e/browser.ts';

export default defineConfig({
  testDir: '.',
  testMatch: ['test/e2e/**/*.spec.ts', 'features/*/web/**/*.spec.ts'],
  globalSetup: './test/e2e/global-setup.ts',
  outputDir: 'test-results',
  workers: 2,
  // A busy machine of two cores also runs the server and its database.
  timeout: 120_000,
  expect: { timeout: 15_000 },
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
