/** The verdict of a run, kept in `.cache`: docs/testing.md. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export type Verdict = {
  commit: string;
  /** The tree was as it is in the commit. */
  clean: boolean;
  /** ISO 8601. */
  started_at: string;
  seconds: number;
  /** Load average of the last minute when the run began. */
  load: number;
  /** Seconds of processor time by step; empty where the system does not say. */
  cpu_seconds: Record<string, number>;
  passed: number;
  failed: number;
  skipped: number;
  /** Test files that failed beside others and passed alone. */
  passed_alone: string[];
};

/** Files that may pass alone in one run; more of them are no accident. */
export const MOST_PASSED_ALONE = 5;

/** Returns a line for each reason for which files that passed alone fail the run all the same. */
export function faultsOf(passedAlone: readonly string[], before: readonly string[]): string[] {
  const again = passedAlone.filter((file) => before.includes(file));
  const many =
    passedAlone.length > MOST_PASSED_ALONE
      ? [`${passedAlone.length} files passed only alone; at most ${MOST_PASSED_ALONE}`]
      : [];
  return [...again.map((file) => `${file} passed only alone, as in the run before: mend the test`), ...many];
}

/** Returns the last one of that name, or undefined where there is none that can be read. */
export function readVerdict(file: string): Verdict | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Verdict;
  } catch {
    return undefined;
  }
}

export function writeVerdict(file: string, verdict: Verdict): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(verdict, null, 2)}\n`);
}

/** The commit of the tree, and whether it is as committed; outside of a repository, none. */
export function commitOf(): Pick<Verdict, 'commit' | 'clean'> {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
    return { commit: git('rev-parse', 'HEAD'), clean: git('status', '--porcelain') === '' };
  } catch {
    return { commit: '', clean: false };
  }
}
