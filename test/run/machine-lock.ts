/** One run of tests a machine: two at once make both slow, and a slow one says something else. */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isAlive, startOf } from './processes.ts';

type Holder = {
  pid: number;
  /** When that process began, as the system counts: a number that is given again is another process. */
  began: string | null;
  folder: string;
};

const LOCK = path.join(tmpdir(), 'provost-test-run.lock');
const LOOK_EVERY_MS = 1_000;
/** Milliseconds after which whoever saw the same dead run has taken over too, and the last one has it. */
const SETTLED_AFTER_MS = 500;
const SAY_EVERY_MS = 60_000;

/**
 * Waits until no other run holds the machine, says for whom, and takes it; a dead run's is taken over. The answer lets it
 * go again. It ends with the process anyway.
 */
export async function lockMachine(
  say: (line: string) => void = console.log,
  lock = LOCK,
): Promise<() => void> {
  const own: Holder = { pid: process.pid, began: startOf(process.pid), folder: process.cwd() };
  let said = -Infinity;
  while (!(await isTaken(lock, own))) {
    const holder = holderOf(lock);
    if (holder && performance.now() - said > SAY_EVERY_MS) {
      say(
        `Waits for the run of tests in ${holder.folder} (process ${holder.pid}): one at a time on a machine`,
      );
      said = performance.now();
    }
    await pause(LOOK_EVERY_MS);
  }
  return () => {
    if (isHeldBy(own, holderOf(lock))) rmSync(lock, { force: true });
  };
}

async function isTaken(lock: string, own: Holder): Promise<boolean> {
  const draft = `${lock}.${own.pid}`;
  writeFileSync(draft, JSON.stringify(own));
  try {
    // A link, unlike a rename, fails where another process was first.
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const holder = holderOf(lock);
  // Gone since: whoever comes first has it, by a link again.
  if (!holder || isRunning(holder)) return false;
  writeFileSync(draft, JSON.stringify(own));
  renameSync(draft, lock);
  await pause(SETTLED_AFTER_MS);
  return isHeldBy(own, holderOf(lock));
}

function holderOf(lock: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(lock, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function isRunning({ pid, began }: Holder): boolean {
  return isAlive(pid) && (began === null || startOf(pid) === began);
}

function isHeldBy(own: Holder, holder: Holder | undefined): boolean {
  return holder?.pid === own.pid && holder.began === own.began;
}

function pause(milliseconds: number): Promise<void> {
  // Until the next look at the lock.
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
