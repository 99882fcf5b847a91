/** Reports of vitest and Playwright, read alike: how many passed, and what failed in which file. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export type Outcome = {
  passed: number;
  skipped: number;
  /** By the file, from the root: the failures of each as text, one a test; a file that did not load has one. */
  failures: Map<string, string[]>;
};

type VitestReport = {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests?: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
};
type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    file: string;
    line: number;
    ok: boolean;
    tests: { results: { errors: { message?: string; location?: { line: number } }[] }[] }[];
  }[];
};
type PlaywrightReport = {
  config: { rootDir: string };
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
};
export type Report = VitestReport | PlaywrightReport;

const ROOT = path.resolve(import.meta.dirname, '../..');
const FIRST_LINES = 12;

/** Reads a report; one that is missing tells of nothing. */
export function outcomeIn(reportFile: string): Outcome {
  if (!existsSync(reportFile)) return { passed: 0, skipped: 0, failures: new Map() };
  return outcomeOf(JSON.parse(readFileSync(reportFile, 'utf8')) as Report);
}

export function outcomeOf(report: Report): Outcome {
  if ('stats' in report) {
    const { expected: passed, skipped } = report.stats;
    const failed = report.suites.flatMap((suite) => browserFailures(suite, report.config.rootDir));
    return { passed, skipped, failures: byFile(failed) };
  }
  const { numPassedTests: passed, numPendingTests, numTodoTests = 0 } = report;
  return {
    passed,
    skipped: numPendingTests + numTodoTests,
    failures: byFile(report.testResults.flatMap(failuresOf)),
  };
}

export function countOf(failures: Outcome['failures']): number {
  return [...failures.values()].flat().length;
}

type Failure = { file: string; text: string };

function byFile(failed: readonly Failure[]): Outcome['failures'] {
  const grouped = Map.groupBy(failed, ({ file }) => file);
  return new Map([...grouped].map(([file, found]) => [file, found.map(({ text }) => text)]));
}

function failuresOf({
  name,
  status,
  message = '',
  assertionResults,
}: VitestReport['testResults'][number]): Failure[] {
  const file = fromRoot(name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  // A file that did not load has no test to name.
  if (failed.length === 0 && status === 'failed') return [{ file, text: `${file}\n${firstLines(message)}` }];
  return failed.map(({ fullName, failureMessages }) => ({
    file,
    text: `${file} > ${fullName}\n${firstLines(failureMessages?.[0] ?? '')}`,
  }));
}

function browserFailures({ suites = [], specs }: PlaywrightSuite, rootDir: string): Failure[] {
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...suites.flatMap((suite) => browserFailures(suite, rootDir)),
    ...failed.map(({ title, file: found, line, tests }) => {
      const file = fromRoot(path.join(rootDir, found));
      // The first may only say that time was up; the one behind it, what the test waited for.
      const errors = tests.flatMap(({ results }) => results).flatMap((result) => result.errors);
      const at = errors.findLast(({ location }) => location)?.location?.line ?? line;
      const said = errors.map(({ message }) => message ?? '').join('\n');
      return { file, text: `${file}:${at} > ${title}\n${firstLines(said)}` };
    }),
  ];
}

function fromRoot(file: string): string {
  return path.relative(ROOT, file).replaceAll('\\', '/');
}

function firstLines(text: string): string {
  return stripVTControlCharacters(text)
    .split('\n')
    .slice(0, FIRST_LINES)
    .map((line) => `    ${line}`)
    .join('\n');
}
