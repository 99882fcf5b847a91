import { expect, test } from 'vitest';
import { budgetsFor, describeDurations, durationsOf } from './durations.ts';

const ROOT = process.cwd();

test('the files of vitest and of Playwright, from the root', () => {
  expect(
    durationsOf({ testResults: [{ name: `${ROOT}/core/money.test.ts`, startTime: 1000, endTime: 3500 }] }),
  ).toEqual([{ file: 'core/money.test.ts', seconds: 2.5 }]);
  const specs = [{ tests: [{ results: [{ duration: 1000 }, { duration: 500 }] }] }];
  expect(
    durationsOf({
      config: { rootDir: ROOT },
      suites: [{ file: 'test/e2e/lists.spec.ts', specs, suites: [{ file: '', specs }] }],
    }),
  ).toEqual([{ file: 'test/e2e/lists.spec.ts', seconds: 3 }]);
});

test('the slowest first, then whoever is over a budget, of its own or not', () => {
  const took = (file: string, seconds: number) => ({ file, seconds });
  const durations = [took('a', 3), took('b', 12), took('c', 30), took('d', 11)];
  expect(describeDurations(durations, { default_seconds: 10, files: { a: 2, c: 40, d: 11 } }, 2)).toEqual([
    '   30.0 s  c',
    '   12.0 s  b',
    'over its budget of 10 s, as it has none of its own: b took 12.0 s',
    'over its budget of 2 s: a took 3.0 s',
  ]);
});

test('a budget is two and a half times what a file took, where that is more than the default', () => {
  const durations = [
    { file: 'b', seconds: 10 },
    { file: 'a', seconds: 8.1 },
    { file: 'c', seconds: 8 },
  ];
  expect(budgetsFor(durations, 20)).toEqual({ default_seconds: 20, files: { a: 21, b: 25 } });
});
