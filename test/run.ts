import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { totalmem } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { baseOf, changedSince, readSources, touchedBy } from './changed.ts';
import { describeDurations, durationsIn, type FileDuration, inSeconds } from './durations.ts';
import { shareDatabase } from './shared-database.ts';

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
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
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
};

type Step = { script: string; args?: readonly string[] };
type Row = readonly Step[];
type Plan = {
  /** What all else stands on. */
  first: Row;
  /** Two at a time, as most of them keep one core busy; all run, so that one look shows everything that is wrong. */
  checks: readonly Row[];
  /** Beside each other and beside the checks: the one waits for servers that die, the other works. */
  tests: readonly Row[];
};

/** Bytes of memory that everything beside each other takes, the databases of the tests in it. */
const ROOM_FOR_ALL = 12 * 2 ** 30;

const ALL: Plan = {
  first: [{ script: 'build' }],
  checks: [
    'check:types',
    'check:regex',
    'check:unused',
    'check:db-types',
    'check:client',
    'check:sql',
    'check:size',
    'check:lint',
    'check:format',
    'check:boundaries',
    'check:references',
    'check:counts',
  ].map((script) => [{ script }]),
  tests: [[{ script: 'test:http' }], [{ script: 'test:unit' }, { script: 'test:e2e' }]],
};
const DEEP: Plan = {
  first: [{ script: 'build' }],
  checks: [],
  tests: [[{ script: 'test:http' }, { script: 'test:e2e' }, { script: 'test:faults' }, { script: 'drill' }]],
};

const started = performance.now();
// The long forms of what has one: `--deep`.
const isDeep = process.argv.includes('--deep');
const changedAt = process.argv.indexOf('--changed');
const plan = changedAt > 0 ? planOf(process.argv[changedAt + 1]) : isDeep ? DEEP : ALL;
const env: NodeJS.ProcessEnv = { ...process.env, DEEP: isDeep ? '1' : '' };

let passed = 0;
let failed = 0;
const broken: string[] = [];
/** Repeated at the end: a log is often cut, and the end is what is kept. */
const failures: string[] = [];
const durations: FileDuration[] = [];
const steps: string[] = [];

const waiting = [...plan.checks];
const wants = (script: string) => plan.tests.flat().some((step) => step.script === script);
const sharing = wants('test:http') || wants('test:e2e') ? shareDatabase({ demo: wants('test:e2e') }) : null;
const [shared] = await Promise.all([sharing, checkRow(plan.first)]);
Object.assign(env, shared?.env);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void shared?.stop().finally(() => process.exit(1)));
const checking = Promise.all([check(), check()]);
if (totalmem() < ROOM_FOR_ALL) {
  await checking;
  for (const row of plan.tests) await testRow(row);
} else await Promise.all([checking, ...plan.tests.map(testRow)]);
await shared?.stop();

console.log(`\nThe slowest test files:\n${describeDurations(durations).join('\n')}`);
console.log(`\nChecks and tests:\n${steps.join('\n')}\n${inSeconds(since(started))}  all`);
if (failures.length > 0) console.log(`\nWhat failed:\n${failures.join('\n')}`);
if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** What is touched since the branch left `main`, or since the commit that is named: about two minutes of usual changes. */
function planOf(named: string | undefined): Plan {
  const base = baseOf(named);
  const files = changedSince(base);
  const { http, browser } = touchedBy(files, readSources());
  const linted = files.filter((file) => /\.(?:ts|tsx|mjs)$/.test(file));
  console.log(`${files.length} files have changed since ${base}`);
  const tests: Step[] = [
    { script: 'test:unit', args: ['--changed', base, '--passWithNoTests'] },
    { script: 'test:http', args: http },
    { script: 'test:e2e', args: browser },
  ];
  // Where the server reads it beside browser tests, it is built before they are.
  const first: Step[] = browser.length > 0 ? [{ script: 'pretest:e2e' }] : [];
  const checks: Step[] = [
    { script: 'check:types' },
    { script: 'check:lint', args: linted },
    { script: 'check:format', args: ['--no-errors-on-unmatched', ...files] },
    { script: 'check:boundaries' },
  ];
  // Without the name of a file, each of them would take all.
  const hasFiles = ({ args }: Step) => args?.length !== 0;
  const rowsOf = (steps: Row) => steps.filter(hasFiles).map((step) => [step]);
  return { first, checks: rowsOf(checks), tests: rowsOf(tests) };
}

/** Takes what waits until nothing does. */
async function check(): Promise<void> {
  for (let row = waiting.shift(); row; row = waiting.shift()) await checkRow(row);
}

/** One after the other; prints what each had to say once it is over. */
async function checkRow(row: Row): Promise<void> {
  for (const step of row) {
    const begun = performance.now();
    const child = start(step);
    let said = '';
    for (const stream of outputsOf(child)) stream.on('data', (chunk: Buffer) => (said += chunk));
    const [status] = (await once(child, 'close')) as [number | null];
    console.log(`\n> npm run ${step.script}\n${said}`);
    tell(step, begun, status, 0);
  }
}

async function testRow(row: Row): Promise<void> {
  for (const step of row) await test(step);
}

/** Prints each line as it comes, with the name of the step: others print theirs between them. */
async function test(step: Step): Promise<void> {
  const { script } = step;
  const name = script.replace('test:', '');
  console.log(`\n> npm run ${script}`);
  const report = `.cache/report-${name}.json`;
  rmSync(report, { force: true });
  const begun = performance.now();
  const child = start(step);
  for (const input of outputsOf(child))
    createInterface({ input }).on('line', (line) => console.log(`${name.padEnd(6)}| ${line}`));
  const [status] = (await once(child, 'close')) as [number | null];
  const counts = countsOf(report);
  passed += counts.passed;
  durations.push(...durationsIn(report));
  tell(step, begun, status, counts.failed);
  if (script === 'test:e2e') for (const page of globSync('test-results/*/error-context.md')) tellPage(page);
}

function start({ script, args = [] }: Step): ChildProcess {
  return spawn('npm', ['run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
    shell: process.platform === 'win32',
  });
}

function outputsOf({ stdout, stderr }: ChildProcess): Readable[] {
  return [stdout, stderr].filter((stream) => stream !== null);
}

/** A step may fail without a failed test: a check, a file that does not load, a setup. */
function tell({ script }: Step, begun: number, status: number | null, failures: number): void {
  steps.push(`${inSeconds(since(begun))}  ${script}`);
  failed += status === 0 ? failures : Math.max(failures, 1);
  if (status !== 0 || failures > 0) broken.push(script);
}

function since(moment: number): number {
  return (performance.now() - moment) / 1000;
}

/** What a failed browser test had before it, where nobody can open its picture: its dialog, or else its page from the top. */
function tellPage(file: string): void {
  const lines = readFileSync(file, 'utf8').split('\n');
  const snapshot = Math.max(0, lines.indexOf('```yaml'));
  const dialog = lines.findIndex((line, index) => index > snapshot && /^\s*- '?dialog/.test(line));
  const from = dialog > 0 ? dialog : snapshot;
  console.log(`\n${file}\n${lines.slice(from, from + 80).join('\n')}`);
}

function countsOf(report: string): { passed: number; failed: number } {
  if (!existsSync(report)) return { passed: 0, failed: 0 };
  const json = JSON.parse(readFileSync(report, 'utf8')) as VitestReport | PlaywrightReport;
  if ('stats' in json) {
    failures.push(...json.suites.flatMap(browserFailuresOf));
    return { passed: json.stats.expected, failed: json.stats.unexpected + json.stats.flaky };
  }
  failures.push(...failuresOf(json));
  return { passed: json.numPassedTests, failed: json.numFailedTests };
}

/** Each failed test of vitest with the first lines of its failure; a file that did not load has no test to name. */
function failuresOf({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message = '', assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${name}\n${firstLines(message)}`] : [];
    return failed.map(
      ({ fullName, failureMessages }) => `${name} > ${fullName}\n${firstLines(failureMessages?.[0] ?? '')}`,
    );
  });
}

function browserFailuresOf({ suites = [], specs }: PlaywrightSuite): string[] {
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...suites.flatMap(browserFailuresOf),
    ...failed.map(({ title, file, line, tests }) => {
      // The first may only say that time was up; the one behind it, what the test waited for.
      const errors = tests.flatMap(({ results }) => results).flatMap((result) => result.errors);
      const at = errors.findLast(({ location }) => location)?.location?.line ?? line;
      const said = errors.map(({ message }) => message ?? '').join('\n');
      return `${file}:${at} > ${title}\n${firstLines(stripVTControlCharacters(said))}`;
    }),
  ];
}

function firstLines(text: string): string {
  return text
    .split('\n')
    .slice(0, 12)
    .map((line) => `    ${line}`)
    .join('\n');
}
