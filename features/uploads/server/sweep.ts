/** Deletes unreferenced images, found by foreign keys, which also prevent a wrong delete. */
import { sql } from 'kysely';
import { asSystem, type Context, transact } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import { deleteOrphanedFiles, orphanFile } from '../../../server/files/orphaned-files.ts';
import { STORAGE } from '../../../server/http/storage.ts';
import { audit } from '../../../server/nouns/audit.ts';
import type { Platform } from '../../../server/platform.ts';
import { pathsInWidths } from '../rules.ts';

const BATCH = 200;

/** Deletes row and file of images unreferenced for `seconds` (default: a day). Safe to run concurrently and to kill: the row's transaction orphans the file. */
export async function sweepUploads(
  platform: Platform,
  seconds = 24 * 60 * 60,
): Promise<{ uploads: number; files: number }> {
  const { files, log } = platform;
  const context = asSystem(platform, 'sweep-uploads');
  const { db } = context;
  const used = await usedCondition(db);
  await sql`update uploads u set unused_since = null where unused_since is not null and ${used}`.execute(db);
  await sql`update uploads u set unused_since = provost_now() where unused_since is null and not ${used}`.execute(
    db,
  );
  const swept = { uploads: 0, files: 0 };
  for (
    let last = 0, due = await dueAfter(db, last, seconds);
    due.length > 0;
    due = await dueAfter(db, last, seconds)
  ) {
    for (const id of due) if (await forget(context, id)) swept.uploads++;
    last = due.at(-1) ?? last;
  }
  swept.files = await deleteOrphanedFiles(context);
  await files.tidy(new Date(Date.now() - seconds * 1000));
  if (swept.uploads + swept.files > 0) log.info(swept, 'unused images swept');
  return swept;
}

/** Deletes these images at once, rows and files, but for those that something else shows. */
export async function forgetUploads(platform: Platform, ids: readonly number[]): Promise<void> {
  const context = asSystem(platform, 'sweep-uploads');
  // What was cut out of an image is younger than the image.
  for (const id of [...ids].toSorted((a, b) => b - a)) await forget(context, id);
  await deleteOrphanedFiles(context);
}

async function usedCondition(db: Db) {
  const { rows } = await sql<{ name: string; column: string }>`
    select c.conrelid::regclass::text as name, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'uploads'::regclass and c.conparentid = 0`.execute(db);
  const conditions = rows.map(
    ({ name, column }) => sql`exists (select from ${sql.raw(name)} r where r.${sql.ref(column)} = u.id)`,
  );
  return conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

async function dueAfter(db: Db, last: number, seconds: number): Promise<number[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', '>', last)
    .where('unused_since', '<=', sql<string>`provost_now() - make_interval(secs => ${seconds})`)
    .orderBy('id')
    .limit(BATCH)
    .execute();
  return rows.map(({ id }) => id);
}

function forget(context: Context, id: number): Promise<boolean> {
  return transact(context, async (tx) => {
    const trx = tx.db;
    const locked = await trx
      .selectFrom('uploads')
      .select(['id', 'path', 'width', 'original_file', 'program_id'])
      .where('id', '=', id)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!locked) return false;
    // Asked anew, in a statement of its own: only behind the lock does it see every claim that was made before it.
    const used = await usedCondition(trx);
    const { rows } = await sql`select from uploads u where u.id = ${id} and ${used}`.execute(trx);
    if (rows.length > 0) return false;
    await orphanFile(tx, locked.path.slice(STORAGE.length));
    // Made on demand and in no row, so that each is looked for.
    for (const path of pathsInWidths(locked)) await orphanFile(tx, path.slice(STORAGE.length));
    await trx.deleteFrom('uploads').where('id', '=', id).execute();
    const { path, original_file, program_id } = locked;
    await audit(tx, {
      entity: 'upload',
      entity_id: id,
      action: 'delete',
      program_id,
      before: { path, original_file },
    });
    return true;
  });
}
