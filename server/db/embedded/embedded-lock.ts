import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, link, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { absentAsUndefined, ConfigError } from '../../config.ts';

export class DataDirInUseError extends ConfigError {
  override name = 'DataDirInUseError';
}

/**
 * Locks the folder and returns the release; throws DataDirInUseError while another owner lives.
 *
 * Locks are numbered and the highest counts. A stale lock is outnumbered, never removed, by a link that only
 * one process can make: with a single file two processes could both take a stale lock over.
 */
export async function lockFolder(home: string, dataDir: string): Promise<() => Promise<void>> {
  const name = (number: number) => join(home, `lock.${number}`);
  const numbers = async () => {
    const found = (await readdir(home)).map((file) => Number(/^lock\.(\d+)$/.exec(file)?.[1] ?? 0));
    return found.sort((a, b) => b - a);
  };
  const draft = join(home, `draft-${process.pid}-${randomBytes(4).toString('hex')}`);
  await writeFile(draft, JSON.stringify({ pid: process.pid, born: await birth(process.pid) }));
  // Whoever starts next, root or not, has to read it, whatever the umask of this one.
  await chmod(draft, 0o644);
  try {
    for (;;) {
      const [highest = 0] = await numbers();
      const text = highest ? await readFile(name(highest), 'utf8').catch(absentAsUndefined) : '{}';
      const holder = holderOf(text ?? '');
      if (holder.pid && holder.born && (await birth(holder.pid)) === holder.born) {
        throw new DataDirInUseError(
          `DATA_DIR: ${dataDir} is in use by process ${holder.pid}: stop it, or set another DATA_DIR`,
        );
      }
      const mine = highest + 1;
      const made = await link(draft, name(mine)).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error;
        },
      );
      if (!made) continue;
      const [first = 0, ...older] = await numbers();
      if (first > mine) {
        await rm(name(mine), { force: true });
        continue;
      }
      // The one below stays, so that no reader finds the folder without a lock between two listings.
      for (const number of older) if (number && number < mine - 1) await rm(name(number), { force: true });
      // Released by an empty holder: were the file removed, the numbers would begin again.
      return () => writeFile(name(mine), '{}');
    }
  } finally {
    await rm(draft, { force: true });
  }
}

/** Returns an empty holder for a truncated text: the lock is being released, or the power failed while it was written. */
function holderOf(text: string): { pid?: number; born?: string } {
  try {
    return JSON.parse(text) as { pid?: number; born?: string };
  } catch {
    return {};
  }
}

/** Returns the start time of a process, to tell it from a later one with its id; undefined where none (or a zombie) runs. */
export async function birth(pid: number): Promise<string | undefined> {
  if (platform() !== 'linux') {
    const started = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(absent);
    return started?.stdout.trim() || undefined;
  }
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(absent);
  const [state, ...fields] = line?.slice(line.lastIndexOf(')') + 2).split(' ') ?? [];
  if (!state || 'ZX'.includes(state)) return undefined;
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(absent);
  return `${boot?.trim()}:${fields[18]}`;
}

const run = promisify(execFile);
const absent = () => undefined;
