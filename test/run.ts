import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { shareDatabase } from './shared-database.ts';

type VitestReport = { numPassedTests: number; numFailedTests: number };
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number } };

// Two at a time, as most of them keep one core busy; all run, so that one look shows everything that is wrong.
const CHECKS = [
  ['check:types'],
  ['build', 'check:size'],
  ['check:regex'],
  ['check:unused'],
  ['check:db-types'],
  ['check:sql'],
  ['check:lint'],
  ['check:format'],
  ['check:boundaries'],
  ['check:references'],
];
const TESTS = ['test:unit', 'test:http', 'test:e2e'];

// The long forms of what has one: `--deep`.
const isDeep = process.argv.includes('--deep');
const env: NodeJS.ProcessEnv = { ...process.env, DEEP: isDeep ? '1' : '' };

let passed = 0;
let failed = 0;
const broken: string[] = [];

const waiting = isDeep ? [['build']] : [...CHECKS];
const [shared] = await Promise.all([shareDatabase(), check(), check()]);
Object.assign(env, shared.env);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void shared.stop().finally(() => process.exit(1)));
for (const step of isDeep ? TESTS.slice(1) : TESTS) await test(step);
await shared.stop();

if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** Takes what waits until nothing does; says what each had to say once it is over. */
async function check(): Promise<void> {
  for (let steps = waiting.shift(); steps; steps = waiting.shift())
    for (const step of steps) {
      const child = start(step, 'pipe');
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => (said += chunk));
      const [status] = (await once(child, 'close')) as [number | null];
      console.log(`\n> npm run ${step}\n${said}`);
      tell(step, status, 0);
    }
}

async function test(step: string): Promise<void> {
  console.log(`\n> npm run ${step}`);
  const report = `.cache/report-${step.replace('test:', '')}.json`;
  rmSync(report, { force: true });
  const [status] = (await once(start(step, 'inherit'), 'close')) as [number | null];
  const counts = countsOf(report);
  passed += counts.passed;
  tell(step, status, counts.failed);
  if (step === 'test:e2e') for (const page of globSync('test-results/*/error-context.md')) tellPage(page);
}

function start(step: string, out: 'pipe' | 'inherit'): ChildProcess {
  return spawn('npm', ['run', '--silent', step], {
    stdio: ['ignore', out, out],
    env,
    shell: process.platform === 'win32',
  });
}

/** A step may fail without a failed test: a check, a file that does not load, a setup. */
function tell(step: string, status: number | null, failures: number): void {
  failed += status === 0 ? failures : Math.max(failures, 1);
  if (status !== 0 || failures > 0) broken.push(step);
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
  if ('stats' in json)
    return { passed: json.stats.expected, failed: json.stats.unexpected + json.stats.flaky };
  return { passed: json.numPassedTests, failed: json.numFailedTests };
}
