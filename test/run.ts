import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';

type VitestReport = { numPassedTests: number; numFailedTests: number };
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number } };

// The cheap checks come first; all run, so that one look shows everything that is wrong.
const EVERYTHING = [
  'check:format',
  'check:lint',
  'check:types',
  'check:boundaries',
  'check:regex',
  'check:references',
  'check:unused',
  'check:db-types',
  'test:unit',
  'test:http',
  'build',
  'check:size',
  'test:e2e',
];

// The long forms of what has one: `--deep`.
const isDeep = process.argv.includes('--deep');
const steps = isDeep ? ['test:http', 'build', 'test:e2e'] : EVERYTHING;
const env = { ...process.env, DEEP: isDeep ? '1' : '' };

let passed = 0;
let failed = 0;
const broken: string[] = [];

for (const step of steps) {
  console.log(`\n> npm run ${step}`);
  const report = `.cache/report-${step.replace('test:', '')}.json`;
  rmSync(report, { force: true });
  const { status } = spawnSync('npm', ['run', '--silent', step], {
    stdio: 'inherit',
    env,
    shell: process.platform === 'win32',
  });
  const counts = countsOf(report);
  passed += counts.passed;
  // A step may fail without a failed test: a check, a file that does not load, a setup.
  failed += status === 0 ? counts.failed : Math.max(counts.failed, 1);
  if (status !== 0 || counts.failed > 0) broken.push(step);
  if (step === 'test:e2e') for (const page of globSync('test-results/*/error-context.md')) tellPage(page);
}

if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

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
