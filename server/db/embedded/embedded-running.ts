/** The way to an embedded PostgreSQL that another process of this machine has started. */
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { absentAsUndefined } from '../../config.ts';
import { findPlace } from './embedded-place.ts';
import { readPidFile } from './embedded-server.ts';

/** How long a server that has just taken the folder may need until it takes connections, in milliseconds. */
const PATIENCE = 15_000;

/**
 * The superuser's address of the database `provost` in a folder whose owner lives; it waits while that one starts.
 * Undefined where no server came up.
 */
export async function runningEmbeddedUrl(dataDir: string): Promise<string | undefined> {
  const folder = await realpath(dataDir);
  const { data } = await findPlace(folder, () => {});
  for (const end = Date.now() + PATIENCE; Date.now() < end; await delay(100)) {
    const lines = await readPidFile(data);
    const password = await readFile(join(folder, 'postgres-password'), 'utf8').catch(absentAsUndefined);
    if (password && lines[7]?.trim() === 'ready') {
      return `postgres://postgres:${password.trim()}@127.0.0.1:${Number(lines[3])}/provost`;
    }
  }
  return undefined;
}
