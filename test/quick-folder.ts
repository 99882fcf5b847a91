/** Where a run keeps its databases and files. */
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const IN_MEMORY = '/dev/shm';
/** Bytes: a run of all tests leaves four, half of what is asked for. */
const ROOM = 8 * 2 ** 30;

/** A new folder, in memory where there is room: what a test writes is gone after it, and on disk it takes most of its time. */
export async function makeQuickFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join((await hasRoom()) ? IN_MEMORY : tmpdir(), 'provost-test-'));
  // As root the database runs as another user, who must be able to reach its folder.
  await chmod(folder, 0o755);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function hasRoom(): Promise<boolean> {
  const room = await statfs(IN_MEMORY).catch(() => null);
  return room !== null && room.bavail * room.bsize >= ROOM;
}
