/** What a change touches: the tests and files that `npm test -- --changed` takes. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { importsOf } from '../../cli/checks/boundaries.ts';

export type Touched = { http: string[]; browser: string[] };

type Source = { file: string; imports: readonly string[] };

const SOURCES = '{core,features,server,web,cli,clients,test}/**/*.{ts,tsx,mjs}';
const HTTP_TEST = /^(?:(?:server|cli|test)\/|features\/.*\/server\/).*\.test\.ts$/;
const BROWSER_TEST = /\.spec\.ts$/;
const TEST = /\.(?:test|spec)\.tsx?$/;
const GROUND = /^(?:core|server|web|cli|test)\//;

/** The commit at which this branch left `main`, or the one that is named. */
export function baseOf(named: string | undefined): string {
  if (named !== undefined) return named;
  const [main = 'main'] = git('branch', '--all', '--list', 'origin/main', '--format=%(refname:short)').split(
    '\n',
  );
  return git('merge-base', 'HEAD', main || 'main').trim();
}

/** Files that have changed since and are still there, from the root; what is not committed yet among them. */
export function changedSince(base: string): string[] {
  const known = git('diff', '--name-only', '-z', base);
  const fresh = git('ls-files', '--others', '--exclude-standard', '-z');
  const files = [known, fresh].flatMap((list) => list.split('\0')).filter(Boolean);
  return [...new Set(files)].filter((file) => existsSync(file));
}

/** Every source of the project, from the root, with what it imports. */
export function readSources(): Source[] {
  return globSync(SOURCES).map((found) => {
    const file = found.replaceAll('\\', '/');
    return { file, imports: importsOf(file, readFileSync(file, 'utf8')) };
  });
}

/**
 * A changed test itself, all tests of a touched feature, and of one that imports what was changed in another; of the ground beneath the features
 * the tests that stand beside what was changed or import it themselves, and `test/e2e` in a browser. Further importers
 * are left out: by way of the server that each of them starts, every test is one.
 */
export function touchedBy(changed: readonly string[], sources: readonly Source[]): Touched {
  const importersOf = (goals: readonly string[]) =>
    sources.filter(({ imports }) => goals.some((goal) => imports.includes(goal))).map(({ file }) => file);
  const inFeatures = changed.filter((file) => featureOf(file) !== null && !TEST.test(file));
  const files = [...inFeatures, ...importersOf(inFeatures)];
  const features = new Set(files.map(featureOf));
  const served = new Set(files.filter((file) => !/\/web\//.test(file)).map(featureOf));
  const folders = new Set(changed.filter((file) => GROUND.test(file)).map((file) => posix.dirname(file)));
  const direct = new Set([...changed, ...importersOf(changed)]);
  const isTouched = (file: string, within: ReadonlySet<string | null>) => {
    const feature = featureOf(file);
    return direct.has(file) || (feature === null ? folders.has(posix.dirname(file)) : within.has(feature));
  };
  const isShared = changed.some((file) => /^(?:core|server|web)\//.test(file));
  const tests = sources.map(({ file }) => file);
  return {
    http: tests.filter((file) => HTTP_TEST.test(file) && isTouched(file, served)),
    browser: tests.filter(
      (file) =>
        BROWSER_TEST.test(file) && (isTouched(file, features) || (isShared && file.startsWith('test/e2e/'))),
    ),
  };
}

function featureOf(file: string): string | null {
  return /^features\/([^/]+)\//.exec(file)?.[1] ?? null;
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
