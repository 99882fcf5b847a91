/**
 * How long the files of a run took, held against test/run/budgets.json. Printed and never asserted: a busy machine fails nobody.
 * `node test/run/durations.ts` makes the budgets anew from the reports of the last run, which should have been a quiet one.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export type FileDuration = { file: string; seconds: number };
type Budgets = { default_seconds: number; files: Record<string, number> };

type VitestReport = { testResults: { name: string; startTime: number; endTime: number }[] };
type PlaywrightSuite = {
  file: string;
  specs: { tests: { results: { duration: number }[] }[] }[];
  suites?: PlaywrightSuite[];
};
type PlaywrightReport = { config: { rootDir: string }; suites: PlaywrightSuite[] };
export type Report = VitestReport | PlaywrightReport;

const ROOT = path.resolve(import.meta.dirname, '../..');
const BUDGETS = path.join(import.meta.dirname, 'budgets.json');

/** The slowest `most` files, slowest first, then each that is over its budget; one line each. */
export function describeDurations(
  durations: readonly FileDuration[],
  budgets = readBudgets(),
  most = 30,
): string[] {
  const slowest = durations.toSorted((a, b) => b.seconds - a.seconds || a.file.localeCompare(b.file));
  const over = slowest.filter(({ file, seconds }) => seconds > budgetOf(file, budgets));
  return [
    ...slowest.slice(0, most).map(({ file, seconds }) => `${inSeconds(seconds)}  ${file}`),
    ...over.map(({ file, seconds }) => {
      const budget = `${budgetOf(file, budgets)} s${file in budgets.files ? '' : ', as it has none of its own'}`;
      return `over its budget of ${budget}: ${file} took ${seconds.toFixed(1)} s`;
    }),
  ];
}

/** The files of a report of vitest or Playwright, from the root; none where the run left no report. */
export function durationsIn(reportFile: string): FileDuration[] {
  if (!existsSync(reportFile)) return [];
  return durationsOf(JSON.parse(readFileSync(reportFile, 'utf8')) as Report);
}

export function durationsOf(report: Report): FileDuration[] {
  if ('testResults' in report)
    return report.testResults.map(({ name, startTime, endTime }) => ({
      file: fromRoot(name),
      seconds: Math.max(0, endTime - startTime) / 1000,
    }));
  return report.suites.map((suite) => ({
    file: fromRoot(path.join(report.config.rootDir, suite.file)),
    seconds: millisecondsOf(suite) / 1000,
  }));
}

export function inSeconds(seconds: number): string {
  return `${seconds.toFixed(1).padStart(7)} s`;
}

function readBudgets(): Budgets {
  return JSON.parse(readFileSync(BUDGETS, 'utf8')) as Budgets;
}

function budgetOf(file: string, { files, default_seconds }: Budgets): number {
  return files[file] ?? default_seconds;
}

function fromRoot(file: string): string {
  return path.relative(ROOT, file).replaceAll('\\', '/');
}

function millisecondsOf({ specs, suites = [] }: PlaywrightSuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  const own = results.reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + millisecondsOf(suite), own);
}

/** Two and a half times what each file took, for those that have less by default. */
export function budgetsFor(durations: readonly FileDuration[], default_seconds: number): Budgets {
  const files = durations
    .map(({ file, seconds }) => [file, Math.ceil(seconds * 2.5)] as const)
    .filter(([, budget]) => budget > default_seconds)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { default_seconds, files: Object.fromEntries(files) };
}

if (import.meta.main) {
  const durations = globSync('.cache/report-*.json').flatMap(durationsIn);
  const budgets = budgetsFor(durations, readBudgets().default_seconds);
  writeFileSync(BUDGETS, `${JSON.stringify(budgets, null, 2)}\n`);
  console.log(`${durations.length} files, ${Object.keys(budgets.files).length} with a budget of their own`);
}
