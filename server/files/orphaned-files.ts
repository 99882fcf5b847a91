/** List of stored files that may lack a row; only files on it are ever deleted. */
import { type Expression, sql } from 'kysely';
import { type Context, type TransactionContext, transactWithoutTenantScope } from '../context.ts';
import type { Db } from '../db/client.ts';

/** Longer than any write: a younger file may still be being written. */
const WRITING = sql<string>`provost_now() + interval '1 hour'`;

const NOW = sql<string>`provost_now()`;

export async function expectFile(db: Db, path: string): Promise<void> {
  await db.insertInto('stray_files').values({ path, delete_after: WRITING }).execute();
}

/** Takes the file off the list, in the transaction of its row; throws where it was deleted meanwhile. Callers cannot read the list. */
export async function keepFile({ db }: TransactionContext, path: string): Promise<void> {
  const { rows } = await sql<{ kept: boolean }>`select keep_file(${path}) as kept`.execute(db);
  if (!rows[0]?.kept) throw new Error(`${path} took too long to write`);
}

/** Lists a file, in the transaction that deletes its row. */
export async function orphanFile({ db }: TransactionContext, path: string): Promise<void> {
  await db.insertInto('stray_files').values({ path, delete_after: NOW }).execute();
}

/** Deletes the file if it is still listed: it stays if its row's transaction committed after all. */
export async function deleteOrphanedFile(context: Context, path: string): Promise<void> {
  await deleteOne(context, sql<boolean>`path = ${path}`);
}

export async function deleteOrphanedFiles(context: Context): Promise<number> {
  let deleted = 0;
  while (await deleteOne(context, sql<boolean>`delete_after <= provost_now()`)) deleted++;
  return deleted;
}

/** Deletes the file before its entry: the other order could lose track of the file in a crash. */
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
