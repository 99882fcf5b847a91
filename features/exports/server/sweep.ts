/** Stops exports that nobody waits for, and removes files that are a day old. Specification: Exports. */
import { type Selectable, sql } from 'kysely';
import { asSystem, transactWithoutTenantScope } from '../../../server/context.ts';
import type { Exports } from '../../../server/db/types.ts';
import type { Platform } from '../../../server/platform.ts';
import { deleteFiles, LAST_ATTEMPT, SILENT, STOPPED } from './runs.ts';

/** Milliseconds after its first look in which a server ends nothing as unwanted: before that it could not be polled. */
const DEAF_FOR_MS = 15_000;
const firstLooks = new WeakMap<Platform, number>();

/** Rows that one pass takes away; the next one follows in two seconds. */
const ROWS_PER_PASS = 100;

/** Ends what nobody waits for or what broke off too often, and takes away what is due, the file before its row. */
export async function sweepExports(platform: Platform, stopping?: AbortSignal): Promise<void> {
  for (const row of await endUnwanted(platform)) await deleteFiles(platform, row);
  for (let removed = 0; removed < ROWS_PER_PASS && !stopping?.aborted; removed++)
    if (!(await removeOne(platform))) return;
}

async function endUnwanted(platform: Platform): Promise<Selectable<Exports>[]> {
  const now = performance.now();
  const firstLook = firstLooks.get(platform) ?? now;
  firstLooks.set(platform, firstLook);
  const fallen = platform.database.everything
    .updateTable('exports')
    .where('state', 'in', ['waiting', 'running'])
    .where(sql<boolean>`due_at <= provost_now()`);
  const failed = { ...STOPPED, state: 'failed' };
  await fallen.set(failed).where('attempts', '>=', LAST_ATTEMPT).execute();
  if (now - firstLook < DEAF_FOR_MS) return [];
  return fallen.set(STOPPED).where(SILENT).returningAll().execute();
}

function removeOne(platform: Platform): Promise<boolean> {
  return transactWithoutTenantScope(asSystem(platform, 'run-exports'), async ({ db }) => {
    const over = await db
      .selectFrom('exports')
      .selectAll()
      .where('state', 'in', ['done', 'failed', 'stopped'])
      .where(sql<boolean>`due_at <= provost_now()`)
      .orderBy('due_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!over) return false;
    await deleteFiles(platform, over);
    await db.deleteFrom('exports').where('file_name', '=', over.file_name).execute();
    return true;
  });
}
