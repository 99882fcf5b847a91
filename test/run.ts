/**
 * Runs checks and tests, one step after the other, and says what came of it: docs/testing.md. `npm test` takes all,
 * `--deep` the long forms, `--changed [commit]` what a change touches; the name of a step with what it is to run takes
 * that step alone.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { baseOf, changedSince, readSources, touchedBy } from './run/changed.ts';
import { describeDurations, durationsIn, type FileDuration, inSeconds } from './run/durations.ts';
import { lockMachine } from './run/machine-lock.ts';
import { cpuSecondsOf } from './run/processes.ts';
import { countOf, outcomeIn } from './run/reports.ts';
import { commitOf, faultsOf, MOST_PASSED_ALONE, readVerdict, writeVerdict } from './run/verdict.ts';
import { describeWorkers } from './run/workers.ts';
import { shareDatabase } from './shared-database.ts';

type Check = { script: string; args?: readonly string[] };
type TestStep = { name: keyof typeof TESTS; args?: readonly string[] };
type Plan = {
  /** Its verdict, in `.cache`; absent: a part of a run has none. */
  verdict?: string;
  /** What all else stands on. */
  first: readonly Check[];
  /** Two at a time, as each keeps one core busy; all run, so that one look shows everything that is wrong. */
  checks: readonly Check[];
  tests: readonly TestStep[];
  /** Long things that count their failures themselves. */
  last: readonly Check[];
};

const VITEST = 'node_modules/vitest/vitest.mjs';
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js';
const CHECKS_AT_ONCE = 2;
const UNHANDLED = /Vitest caught \d+ unhandled error/;

/** Arguments of node for each, to which the files are added. */
const TESTS = {
  unit: vitest('unit', 'contract'),
  http: vitest('http'),
  // The files that are named may be of the one or of the other.
  server: vitest('http', 'alone'),
  alone: vitest('alone'),
  browser: [PLAYWRIGHT, 'test'],
} as const;

const ALL: Plan = {
  verdict: '.cache/verdict.json',
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
  ].map((script) => ({ script })),
  tests: [{ name: 'unit' }, { name: 'http' }, { name: 'browser' }, { name: 'alone' }],
  last: [],
};
const DEEP: Plan = {
  verdict: '.cache/verdict-deep.json',
  first: [{ script: 'build' }],
  checks: [],
  tests: [{ name: 'http' }, { name: 'browser' }, { name: 'alone' }],
  last: [{ script: 'test:faults' }, { script: 'drill' }],
};

const started = performance.now();
const startedAt = new Date().toISOString();
const [load = 0] = loadavg();
const isDeep = process.argv.includes('--deep');
const plan = planOf(process.argv.slice(2));
const env: NodeJS.ProcessEnv = { ...process.env, DEEP: isDeep ? '1' : (process.env.DEEP ?? '') };

let passed = 0;
let skipped = 0;
let failed = 0;
const broken: string[] = [];
/** Repeated at the end: a log is often cut, and the end is what is kept. */
const failures: string[] = [];
const durations: FileDuration[] = [];
const steps: string[] = [];
const cpuSeconds: Record<string, number> = {};
/** Files with a failure and the step that they failed in, with what they said. */
const toLookAtAgain: { file: string; name: TestStep['name']; texts: readonly string[] }[] = [];
const passedAlone: string[] = [];
const children = new Set<ChildProcess>();
let stopShared = async (): Promise<void> => {};
let isEnding = false;

const unlock = await lockMachine();
process.once('exit', unlock);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void endEarly());
const { commit, clean } = commitOf();
const different = describeWorkers(env);
if (different) console.log(different);

for (const step of plan.first) await measured(step.script, () => check(step));
const waiting = [...plan.checks];
if (waiting.length > 0)
  await measured('checks', () => Promise.all(Array.from({ length: CHECKS_AT_ONCE }, checkNext)));
const wants = (...names: TestStep['name'][]) => plan.tests.some(({ name }) => names.includes(name));
if (wants('http', 'server', 'alone', 'browser')) {
  const shared = await measured('database', () => shareDatabase({ demo: wants('browser') }));
  Object.assign(env, shared.env);
  stopShared = shared.stop;
}
for (const step of plan.tests) await measured(step.name, () => test(step));
await measured('again', lookAgain);
await stopShared();
for (const step of plan.last) await measured(step.script, () => check(step));
conclude();

function planOf(args: readonly string[]): Plan {
  const [first = '', ...rest] = args;
  if (first in TESTS) {
    const name = first as TestStep['name'];
    return { first: [], checks: [], tests: [{ name, args: rest }], last: [] };
  }
  const changedAt = args.indexOf('--changed');
  if (changedAt >= 0) return planOfChange(args[changedAt + 1]);
  return isDeep ? DEEP : ALL;
}

/** What is touched since the branch left `main`, or since the commit that is named: about two minutes of usual changes. */
function planOfChange(named: string | undefined): Plan {
  const base = baseOf(named);
  const files = changedSince(base);
  const { http, browser } = touchedBy(files, readSources());
  const linted = files.filter((file) => /\.(?:ts|tsx|mjs)$/.test(file));
  console.log(`${files.length} files have changed since ${base}`);
  // Without the name of a file, each of them would take all.
  const hasFiles = ({ args }: Check | TestStep) => args?.length !== 0;
  const checks: Check[] = [
    { script: 'check:types' },
    { script: 'check:lint', args: linted },
    { script: 'check:format', args: ['--no-errors-on-unmatched', ...files] },
    { script: 'check:boundaries' },
  ];
  const tests: TestStep[] = [
    { name: 'unit', args: ['--changed', base, '--passWithNoTests'] },
    { name: 'server', args: http },
    { name: 'browser', args: browser },
  ];
  return {
    // Where the server reads it beside browser tests, it is built before they are.
    first: browser.length > 0 ? [{ script: 'pretest:e2e' }] : [],
    checks: checks.filter(hasFiles),
    tests: tests.filter(hasFiles),
    last: [],
  };
}

/** Takes what waits until nothing does. */
async function checkNext(): Promise<void> {
  for (let step = waiting.shift(); step; step = waiting.shift()) await check(step);
}

/** Prints what it had to say once it is over, as another one runs beside it. */
async function check({ script, args = [] }: Check): Promise<void> {
  const begun = performance.now();
  const child = start('npm', ['run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])]);
  let said = '';
  for (const stream of outputsOf(child)) stream.on('data', (chunk: Buffer) => (said += chunk));
  const [status] = (await once(child, 'close')) as [number | null];
  console.log(`\n> npm run ${script}\n${said}`);
  steps.push(`${inSeconds(since(begun))}  ${script}`);
  if (status !== 0) fail(script, 1);
}

async function test(step: TestStep): Promise<void> {
  const begun = performance.now();
  const { status, outcome } = await runTests(step, step.args ?? [], step.name);
  steps.push(`${inSeconds(since(begun))}  ${step.name}`);
  passed += outcome.passed;
  skipped += outcome.skipped;
  for (const [file, texts] of outcome.failures) toLookAtAgain.push({ file, name: step.name, texts });
  // A setup that fails, or an error that no test stands for, is nobody's failure but the step's.
  if (status !== 0 && outcome.failures.size === 0) fail(step.name, 1);
}

/** Runs files with a failure once more, each alone, unless they are so many that it is no accident. */
async function lookAgain(): Promise<void> {
  const many = toLookAtAgain.length > MOST_PASSED_ALONE;
  if (many) console.log(`\n${toLookAtAgain.length} files failed: too many for a second look`);
  for (const { file, name, texts } of toLookAtAgain) {
    if (many) {
      failures.push(...texts);
      fail(name, texts.length);
      continue;
    }
    const { status, outcome } = await runTests({ name }, [file, ...oneAtATime(name)], 'again');
    if (status === 0) {
      passed += texts.length;
      passedAlone.push(file);
      console.log(`\npassed alone: ${file}\n${texts[0]}`);
      continue;
    }
    failures.push(...(outcome.failures.get(file) ?? texts));
    fail(name, Math.max(1, countOf(outcome.failures)));
  }
}

/** Prints each line as it comes, and what stands in the report at the end. */
async function runTests({ name }: TestStep, args: readonly string[], reportName: string) {
  console.log(`\n> ${name} ${args.join(' ')}`);
  const report = `.cache/report-${reportName}.json`;
  rmSync(report, { force: true });
  const child = start(process.execPath, [...TESTS[name], ...reportingTo(name, report), ...args], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  for (const input of outputsOf(child))
    createInterface({ input }).on('line', (line) => {
      console.log(`${name.padEnd(7)}| ${line}`);
      // No test stands for it, so that a second look would not see it.
      if (UNHANDLED.test(line)) fail(`${name}: an unhandled error`, 1);
    });
  const [status] = (await once(child, 'close')) as [number | null];
  if (name === 'browser') for (const page of globSync('test-results/*/error-context.md')) tellPage(page);
  durations.push(...durationsIn(report));
  return { status, outcome: outcomeIn(report) };
}

function vitest(...projects: string[]): string[] {
  return [VITEST, 'run', ...projects.flatMap((project) => ['--project', project])];
}

function reportingTo(name: TestStep['name'], report: string): string[] {
  return name === 'browser'
    ? ['--reporter=list,json']
    : ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
}

function oneAtATime(name: TestStep['name']): string[] {
  return name === 'browser' ? ['--workers=1'] : ['--maxWorkers=1'];
}

/** Counts the processor time of the step, of what it started, and of the database and server that it used. */
async function measured<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (isEnding) return new Promise(() => {});
  const before = cpuSecondsOf(process.pid);
  const result = await work();
  const after = cpuSecondsOf(process.pid);
  if (before !== null && after !== null) cpuSeconds[name] = Math.round(after - before);
  return result;
}

function start(command: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, ...more },
    shell: process.platform === 'win32',
  });
  children.add(child);
  child.once('close', () => children.delete(child));
  return child;
}

function outputsOf({ stdout, stderr }: ChildProcess): Readable[] {
  return [stdout, stderr].filter((stream) => stream !== null);
}

function fail(step: string, count: number): void {
  failed += count;
  if (!broken.includes(step)) broken.push(step);
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

async function endEarly(): Promise<void> {
  isEnding = true;
  for (const child of children) child.kill('SIGTERM');
  await stopShared();
  process.exit(1);
}

function conclude(): void {
  if (plan.verdict) {
    for (const fault of faultsOf(passedAlone, readVerdict(plan.verdict)?.passed_alone ?? [])) {
      failures.push(fault);
      fail('second look', 1);
    }
    writeVerdict(plan.verdict, {
      commit,
      clean,
      started_at: startedAt,
      seconds: Math.round(since(started)),
      load,
      cpu_seconds: cpuSeconds,
      passed,
      failed,
      skipped,
      passed_alone: passedAlone,
    });
  }
  console.log(`\nThe slowest test files:\n${describeDurations(durations).join('\n')}`);
  console.log(`\nChecks and tests:\n${steps.join('\n')}\n${inSeconds(since(started))}  all`);
  const total = Object.values(cpuSeconds).reduce((sum, seconds) => sum + seconds, 0);
  const byStep = Object.entries(cpuSeconds).map(([name, seconds]) => `${name} ${seconds}`);
  if (total > 0) console.log(`\nSeconds of processor time: ${total} (${byStep.join(', ')})`);
  for (const file of passedAlone) console.log(`passed alone: ${file}`);
  if (failures.length > 0) console.log(`\nWhat failed:\n${failures.join('\n')}`);
  if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
