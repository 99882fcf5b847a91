import { expect, test } from 'vitest';
import { touchedBy } from './changed.ts';

const sources = [
  { file: 'core/money.ts', imports: [] },
  { file: 'core/money.test.ts', imports: ['core/money.ts'] },
  { file: 'server/http/http.ts', imports: [] },
  { file: 'server/http/http.test.ts', imports: ['test/harness.ts'] },
  { file: 'server/db/client.test.ts', imports: ['server/http/http.ts'] },
  { file: 'server/work/jobs.test.ts', imports: [] },
  { file: 'web/ui/table.tsx', imports: [] },
  { file: 'test/harness.ts', imports: ['server/app.ts'] },
  { file: 'test/e2e/lists.spec.ts', imports: [] },
  { file: 'features/tokens/rules.ts', imports: ['core/money.ts'] },
  { file: 'features/tokens/server/routes.test.ts', imports: ['test/harness.ts'] },
  { file: 'features/tokens/web/tokens-screen.tsx', imports: ['web/ui/table.tsx'] },
  { file: 'features/tokens/web/tokens.spec.ts', imports: [] },
  { file: 'features/coins/server/coins.ts', imports: ['features/tokens/rules.ts'] },
  { file: 'features/coins/server/coins.test.ts', imports: ['test/harness.ts'] },
  { file: 'features/coins/web/coins.spec.ts', imports: [] },
  { file: 'features/audit/server/routes.test.ts', imports: [] },
  { file: 'features/audit/web/audit.spec.ts', imports: [] },
];

test.each([
  [
    'the rules of a feature, and of what imports them',
    'features/tokens/rules.ts',
    ['features/tokens/server/routes.test.ts', 'features/coins/server/coins.test.ts'],
    ['features/tokens/web/tokens.spec.ts', 'features/coins/web/coins.spec.ts'],
  ],
  ['a screen', 'features/tokens/web/tokens-screen.tsx', [], ['features/tokens/web/tokens.spec.ts']],
  [
    'the server beneath: what stands beside it or imports it',
    'server/http/http.ts',
    ['server/http/http.test.ts', 'server/db/client.test.ts'],
    ['test/e2e/lists.spec.ts'],
  ],
  ['a shared part of the web', 'web/ui/table.tsx', [], ['test/e2e/lists.spec.ts']],
  ['a test alone', 'features/coins/web/coins.spec.ts', [], ['features/coins/web/coins.spec.ts']],
  ['a page', 'README.md', [], []],
])('%s', (_, changed, http, browser) => {
  expect(touchedBy([changed], sources)).toEqual({ http, browser });
});
