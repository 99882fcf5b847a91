/**
 * Plants one fault after the other in a copy of the sources and runs the test that is to catch it: `npm run test:faults`,
 * with words to take only the faults that have them in their name, source or test; `--unit` takes those that need no
 * database, a few minutes of all.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { shareDatabase } from '../shared-database.ts';
import { SHARED } from '../test-database.ts';
import type { Fault } from './fault.ts';
import { FAULTS } from './faults.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Outside of the sources, where no other run finds its tests. */
const COPY = await mkdtemp(path.join(tmpdir(), 'provost-faults-'));

type Outcome = 'caught' | 'missed' | 'broken';

const isUnitAlone = process.argv.includes('--unit');
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const chosen = FAULTS.filter(
  ({ what, at, by }) =>
    words.every((word) => `${what} ${at} ${by}`.includes(word)) && (isUnit(by) || !isUnitAlone),
);
const shared = chosen.every(({ by }) => isUnit(by))
  ? null
  : await shareDatabase({ demo: chosen.some(({ by }) => isBrowsers(by)) });
const missed: string[] = [];
try {
  await copySources();
  for (const [test, faults] of Map.groupBy(chosen, ({ by }) => by)) await tryAll(test, faults);
} finally {
  await shared?.stop();
  await rm(COPY, { recursive: true, force: true });
}
console.log(`\n${chosen.length - missed.length} of ${chosen.length} faults caught`);
for (const line of missed) console.log(line);
process.exitCode = missed.length > 0 ? 1 : 0;

/** What git keeps or would keep, so that a fault is never left in the sources. */
async function copySources(): Promise<void> {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = listed.split('\0').filter((file) => file !== '' && existsSync(path.join(ROOT, file)));
  for (const file of files) await cp(path.join(ROOT, file), path.join(COPY, file));
  await symlink(path.join(ROOT, 'node_modules'), path.join(COPY, 'node_modules'));
}

/** All faults that one test is to catch. A test that fails without any of them proves nothing of them. */
async function tryAll(test: string, faults: readonly Fault[]): Promise<void> {
  const isSound = (await run(test, shared?.env ?? {})).status === 0;
  for (const fault of faults) {
    const outcome = isSound ? await tryOut(fault) : 'broken';
    console.log(`${outcome.padEnd(7)} ${fault.what} (${test})`);
    if (outcome !== 'caught') missed.push(`${fault.what}: ${outcome}`);
  }
}

/** Caught where a test fails by it; broken where nothing was planted, or the run ended without a test that failed. */
async function tryOut({ at, from, to, by }: Fault): Promise<Outcome> {
  const file = path.join(COPY, at);
  const sound = await readFile(file, 'utf8');
  if (sound.split(from).length !== 2) return 'broken';
  // As a text, in which `$&` means itself.
  await writeFile(
    file,
    sound.replace(from, () => to),
  );
  try {
    // The database of the run has been made of sound migrations.
    const { status, failed } = await run(by, at.endsWith('.sql') ? {} : (shared?.env ?? {}));
    if (status === 0) return 'missed';
    return failed > 0 ? 'caught' : 'broken';
  } finally {
    await writeFile(file, sound);
  }
}

async function run(
  test: string,
  env: Record<string, string>,
): Promise<{ status: number | null; failed: number }> {
  const report = path.join(COPY, 'report.json');
  await rm(report, { force: true });
  const inBrowser = isBrowsers(test);
  if (inBrowser && (await finished('npm', ['run', '--silent', 'build'], env)) !== 0)
    return { status: 1, failed: 0 };
  const status = inBrowser
    ? await finished(bin('playwright'), ['test', test, '--max-failures=1'], env)
    : await finished(
        bin('vitest'),
        ['run', test, '--bail=1', '--reporter=json', `--outputFile=${report}`],
        env,
      );
  const found = await readFile(inBrowser ? path.join(COPY, '.cache/report-e2e.json') : report, 'utf8').catch(
    () => '{}',
  );
  const { numFailedTests, stats } = JSON.parse(found) as {
    numFailedTests?: number;
    stats?: { unexpected: number };
  };
  return { status, failed: numFailedTests ?? stats?.unexpected ?? 0 };
}

async function finished(command: string, args: string[], env: object): Promise<number | null> {
  // Of a deep run's own settings none holds here: the usual length of a test is to catch it, on the database of `env`.
  const own = { ...process.env, DEEP: '', [SHARED]: '', ...env };
  const child = spawn(command, args, { cwd: COPY, env: own, stdio: 'ignore' });
  const [status] = (await once(child, 'close')) as [number | null];
  return status;
}

function bin(name: string): string {
  return path.join(ROOT, 'node_modules/.bin', name);
}

/** Needs no database. */
function isUnit(test: string): boolean {
  return !isBrowsers(test) && /^(?:core|web|features)\//.test(test) && !test.includes('/server/');
}

function isBrowsers(test: string): boolean {
  return test.endsWith('.spec.ts');
}
