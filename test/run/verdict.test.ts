import { expect, test } from 'vitest';
import { countOf, outcomeOf } from './reports.ts';
import { faultsOf } from './verdict.ts';
import { describeWorkers, testWorkers } from './workers.ts';

const GB = 2 ** 30;
const failing = (name: string, fullName: string) => ({
  name,
  status: 'failed',
  assertionResults: [
    { fullName, status: 'failed', failureMessages: ['expected 1 to be 2'] },
    { fullName: 'another', status: 'passed' },
  ],
});

test('a report of vitest has its failures by file, and one of a file that did not load', () => {
  const { passed, skipped, failures } = outcomeOf({
    numPassedTests: 2,
    numPendingTests: 1,
    testResults: [
      failing(`${process.cwd()}/a.test.ts`, 'adds'),
      failing(`${process.cwd()}/b.test.ts`, 'takes'),
      { name: `${process.cwd()}/c.test.ts`, status: 'failed', message: 'no such file', assertionResults: [] },
    ],
  });
  expect({ passed, skipped, failed: countOf(failures) }).toEqual({ passed: 2, skipped: 1, failed: 3 });
  expect([...failures.keys()]).toEqual(['a.test.ts', 'b.test.ts', 'c.test.ts']);
  expect(failures.get('a.test.ts')).toEqual(['a.test.ts > adds\n    expected 1 to be 2']);
});

test('a report of Playwright names the line that said what was waited for', () => {
  const spec = {
    title: 'saves',
    file: 'a.spec.ts',
    line: 3,
    ok: false,
    tests: [
      {
        results: [
          { errors: [{ message: 'Test timeout' }, { message: 'not visible', location: { line: 9 } }] },
        ],
      },
    ],
  };
  const { passed, failures } = outcomeOf({
    config: { rootDir: process.cwd() },
    stats: { expected: 4, unexpected: 1, flaky: 0, skipped: 2 },
    suites: [{ specs: [], suites: [{ specs: [spec, { ...spec, ok: true }] }] }],
  });
  expect(passed).toBe(4);
  expect([...failures]).toEqual([['a.spec.ts', ['a.spec.ts:9 > saves\n    Test timeout\n    not visible']]]);
});

test('five files may pass alone, none of them twice in a row', () => {
  const files = ['a', 'b', 'c', 'd', 'e'];
  expect(faultsOf(files, [])).toEqual([]);
  expect(faultsOf([...files, 'f'], [])).toEqual(['6 files passed only alone; at most 5']);
  expect(faultsOf(['a', 'b'], ['b', 'c'])).toEqual([
    'b passed only alone, as in the run before: mend the test',
  ]);
});

test('a machine has a worker a core, and one where memory is short', () => {
  expect(testWorkers({}, 2, 16 * GB)).toBe(2);
  expect(describeWorkers({}, 2, 16 * GB)).toBeUndefined();
  expect(testWorkers({}, 8, 8 * GB)).toBe(1);
  expect(describeWorkers({}, 8, 8 * GB)).toBe('8.0 GB of memory, less than 12: 1 test file at a time');
  expect(testWorkers({ TEST_WORKERS: '3' }, 8, 8 * GB)).toBe(3);
  expect(describeWorkers({}, 4, 16 * GB)).toBe('4 cores instead of 2: 4 test files at a time');
});
