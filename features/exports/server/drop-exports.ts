/** Ends exports and takes their files away, where they may say what is to be forgotten. Specification: Exports. */
import type { Platform } from '../../../server/platform.ts';
import { deleteFiles, STOPPED } from './runs.ts';

/** Drops the exports that were begun before the moment (ISO 8601): one that is being written notices, and leaves no file. */
export async function dropExports(platform: Platform, moment: string): Promise<void> {
  const dropped = await platform.database.everything
    .updateTable('exports')
    .set(STOPPED)
    .where('created_at', '<=', moment)
    .where('state', 'in', ['waiting', 'running', 'done', 'failed'])
    .returningAll()
    .execute();
  for (const one of dropped) await deleteFiles(platform, one);
}
