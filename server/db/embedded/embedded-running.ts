import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { absentAsUndefined } from '../../config.ts';
import { findPlace } from './embedded-place.ts';
import { readPidFile } from './embedded-server.ts';

/** Milliseconds until a server that has just locked the folder takes connections. */
const START_TIMEOUT_MS = 15_000;

/** Returns the superuser's address where the folder's owner lives, waiting for its start; undefined where no server came up. */
export async function runningEmbeddedUrl(dataDir: string): Promise<string | undefined> {
  const folder = await realpath(dataDir);
  const { data } = await findPlace(folder, () => {});
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; await delay(100)) {
    const lines = await readPidFile(data);
    const password = await readFile(join(folder, 'postgres-password'), 'utf8').catch(absentAsUndefined);
    if (password && lines[7]?.trim() === 'ready') {
      return `postgres://postgres:${password.trim()}@127.0.0.1:${Number(lines[3])}/provost`;
    }
  }
  return undefined;
}
