/** Files that may stand in the store without a row that names them; whoever deletes one goes by this list. */
import { type Expression, sql } from 'kysely';
import { type Context, type TransactionContext, transactWithoutTenantScope } from '../context.ts';
import type { Db } from '../db/client.ts';

/** Long enough for any write: a stray younger than this may be one that is being written. */
const WRITING = sql<string>`provost_now() + interval '1 hour'`;

const NOW = sql<string>`provost_now()`;

/** Notes a file that is about to be written. */
export async function expectFile(db: Db, path: string): Promise<void> {
  await db.insertInto('stray_files').values({ path, delete_after: WRITING }).execute();
}

/**
 * Takes the file off the list, with the transaction that names it. Throws where it has been deleted meanwhile. The list
 * is no program's to read: whoever names the file is let do this one thing.
 */
export async function keepFile({ db }: TransactionContext, path: string): Promise<void> {
  const { rows } = await sql<{ kept: boolean }>`select keep_file(${path}) as kept`.execute(db);
  if (!rows[0]?.kept) throw new Error(`${path} took too long to write`);
}

/** Notes a file that nothing will name any more, with the transaction that takes its row away. */
export async function orphanFile({ db }: TransactionContext, path: string): Promise<void> {
  await db.insertInto('stray_files').values({ path, delete_after: NOW }).execute();
}

/** Deletes this file if it is a stray still: where the transaction that names it got through after all, it stays. */
export async function deleteOrphanedFile(context: Context, path: string): Promise<void> {
  await deleteOne(context, sql<boolean>`path = ${path}`);
}

/** Deletes every stray that is due; answers how many. */
export async function deleteOrphanedFiles(context: Context): Promise<number> {
  let deleted = 0;
  while (await deleteOne(context, sql<boolean>`delete_after <= provost_now()`)) deleted++;
  return deleted;
}

/** The file goes first: were the note gone first, a crash between the two would lose the file for good. */
function deleteOne(context: Context, which: Expression<boolean>): Promise<boolean> {
  return transactWithoutTenantScope(context, async ({ db, platform }) => {
    const stray = await db
      .selectFrom('stray_files')
      .select('path')
      .where(which)
      .orderBy('delete_after')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!stray) return false;
    await platform.files.delete(stray.path);
    await db.deleteFrom('stray_files').where('path', '=', stray.path).execute();
    return true;
  });
}
