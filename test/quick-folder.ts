/** Where a run keeps its databases and files. */
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isAlive } from './run/processes.ts';

const IN_MEMORY = '/dev/shm';
const PREFIX = 'provost-test-';
/** Bytes: a run of all tests leaves four, half of what is asked for. */
const ROOM = 8 * 2 ** 30;

/** A new folder, in memory where there is room: what a test writes is gone after it, and on disk it takes most of its time. */
export async function makeQuickFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  await removeLeftBehind();
  const folder = await mkdtemp(
    path.join((await hasRoom()) ? IN_MEMORY : tmpdir(), `${PREFIX}${process.pid}-`),
  );
  // As root the database runs as another user, who must be able to reach its folder.
  await chmod(folder, 0o755);
  // A process that is about to end may still write there.
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  return { folder, remove };
}

/** Removes what a run that was killed has left in memory: three of them stop the machine. */
async function removeLeftBehind(): Promise<void> {
  for (const name of await readdir(IN_MEMORY).catch(() => [])) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid && !isAlive(Number(pid))) await rm(path.join(IN_MEMORY, name), { recursive: true, force: true });
  }
}

/** Room that the folder may take, and memory for it: the one does not know of the other. */
async function hasRoom(): Promise<boolean> {
  const room = await statfs(IN_MEMORY).catch(() => null);
  return room !== null && Math.min(room.bavail * room.bsize, process.availableMemory()) >= ROOM;
}
