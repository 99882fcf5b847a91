import { sql } from 'kysely';
import { asSystem, transactWithoutTenantScope } from '../../../server/context.ts';
import type { Platform } from '../../../server/platform.ts';
import { UNDO_DAYS } from '../rules.ts';
import { LAST_ATTEMPT } from './runs.ts';

/** Files that one pass takes away, and thousands of rows; the next one follows within a minute. */
const PORTIONS_PER_PASS = 50;
const ROWS = 1000;

/** Fails what broke off too often or has waited for a week, deletes files that nothing will read, and after 30 days the rows: what they said of people. */
export async function sweepImports(platform: Platform, stopping?: AbortSignal): Promise<void> {
  const { everything: db } = platform.database;
  const over = { state: 'failed', runner: null, finished_at: sql<string>`provost_now()` } as const;
  await db
    .updateTable('imports')
    .set({ ...over, undoing: false, reason: 'The import failed too often. You can undo the partial import.' })
    .where('state', 'in', ['checking', 'running'])
    .where('attempts', '>=', LAST_ATTEMPT)
    .where(sql<boolean>`due_at <= provost_now()`)
    .execute();
  await db
    .updateTable('imports')
    .set({ ...over, reason: 'Not run within a week' })
    .where('state', '=', 'ready')
    .where(sql<boolean>`created_at < provost_now() - interval '7 days'`)
    .execute();
  for (let removed = 0; removed < PORTIONS_PER_PASS && !stopping?.aborted; removed++)
    if (!(await forgetFile(platform))) break;
  for (let passes = 0; passes < PORTIONS_PER_PASS && !stopping?.aborted; passes++)
    if (!(await forgetRows(platform))) return;
}

async function forgetRows({ database }: Platform): Promise<boolean> {
  const old = sql`i.finished_at < provost_now() - make_interval(days => ${UNDO_DAYS})`;
  const people = await sql`
    delete from user_import_rows where (import_id, line) in (
      select r.import_id, r.line from imports i join user_import_rows r on r.import_id = i.id
      where ${old} limit ${ROWS})`.execute(database.everything);
  const told = await sql`
    delete from site_import_rows where (import_id, line) in (
      select r.import_id, r.line from imports i join site_import_rows r on r.import_id = i.id
      where ${old} limit ${ROWS})`.execute(database.everything);
  const classes = await sql`
    delete from class_import_rows where (import_id, line) in (
      select r.import_id, r.line from imports i join class_import_rows r on r.import_id = i.id
      where ${old} limit ${ROWS})`.execute(database.everything);
  return [people, told, classes].some(({ numAffectedRows }) => numAffectedRows === BigInt(ROWS));
}

/** The file goes first: were the row told first, a crash between the two would leave the file for good. */
function forgetFile(platform: Platform): Promise<boolean> {
  return transactWithoutTenantScope(asSystem(platform, 'run-imports'), async ({ db }) => {
    const over = await db
      .selectFrom('imports')
      .select(['id', 'file_path'])
      .where('state', 'in', ['done', 'undone', 'failed'])
      .where('file_path', 'is not', null)
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!over) return false;
    await platform.files.delete(over.file_path ?? '');
    await db.updateTable('imports').set({ file_path: null }).where('id', '=', over.id).execute();
    return true;
  });
}
