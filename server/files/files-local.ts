import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { absentAsUndefined } from '../config.ts';
import { checkedPath, type FileStore } from './files.ts';

/** Folder of incomplete files before their rename: on the same file system, but no stored path reaches it. */
const DRAFTS = '.drafts';

export function localFiles(root: string): FileStore {
  const at = (stored: string) => path.join(root, checkedPath(stored));
  const drafts = path.join(root, DRAFTS);
  const keep = async (stored: string, bytes: Buffer | AsyncIterable<Buffer>) => {
    const file = at(stored);
    const draft = path.join(drafts, randomUUID());
    await mkdir(drafts, { recursive: true, mode: 0o700 });
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    try {
      await writeThrough(draft, bytes);
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    await syncFolder(path.dirname(file));
  };
  return {
    put: keep,
    putStream: keep,
    async get(stored) {
      const handle = await open(at(stored)).catch(absentAsUndefined);
      return handle?.createReadStream() ?? null;
    },
    async exists(stored) {
      return (await stat(at(stored)).catch(absentAsUndefined)) !== undefined;
    },
    async delete(stored) {
      await rm(at(stored), { force: true });
    },
    async tidy(before) {
      for (const name of (await readdir(drafts).catch(absentAsUndefined)) ?? []) {
        const draft = path.join(drafts, name);
        const known = await stat(draft).catch(absentAsUndefined);
        if (known && known.mtime < before) await rm(draft, { force: true });
      }
    },
  };
}

async function writeThrough(file: string, bytes: Buffer | AsyncIterable<Buffer>): Promise<void> {
  await withHandle(await open(file, 'wx', 0o600), async (handle) => {
    await handle.writeFile(bytes);
    await handle.sync();
  });
}

/** Without this a power failure may lose the new name even with the bytes on disk. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and keeps its names by itself.
  if (process.platform === 'win32') return;
  await withHandle(await open(folder), (handle) => handle.sync());
}

async function withHandle(handle: FileHandle, work: (handle: FileHandle) => Promise<void>): Promise<void> {
  try {
    await work(handle);
  } finally {
    await handle.close();
  }
}
