/** The part of an erasure in the archives of the audit. Specification: A person's data. */
import { sql } from 'kysely';
import { asSystem, type TransactionContext, transactWithoutTenantScope } from '../../../server/context.ts';
import type { Platform } from '../../../server/platform.ts';
import { linesOf } from '../../audit/server/audit-archives.ts';

const LINES_AT_ONCE = 200;

/** Erases the person from every archive; a file is written anew where it names them, in the transaction that notes it. Throws where a file is missing. */
export async function eraseArchives(platform: Platform, person: number): Promise<void> {
  const archives = await platform.database.everything
    .selectFrom('audit_archives')
    .select('file_path')
    .orderBy('number')
    .execute();
  for (const { file_path } of archives)
    await transactWithoutTenantScope(asSystem(platform, 'erase-people'), (tx) =>
      eraseArchive(tx, person, file_path),
    );
}

async function eraseArchive(tx: TransactionContext, person: number, file_path: string): Promise<void> {
  const { files } = tx.platform;
  const lines: string[] = [];
  for await (const line of linesOf(files, file_path)) lines.push(line);
  let isChanged = false;
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    const some = `[${lines.slice(from, from + LINES_AT_ONCE).join(',')}]`;
    const { rows } = await sql<{ place: number; line: string }>`
      select place::integer as place, line from erase_from_archive(${person}, ${some}::jsonb)`.execute(tx.db);
    for (const { place, line } of rows) lines[from + place - 1] = line;
    isChanged ||= rows.length > 0;
  }
  // A line says itself that it is erased: where this is killed before its end, or the database is restored, it is noted again.
  if (isChanged) await files.put(file_path, Buffer.from(lines.map((line) => `${line}\n`).join('')));
}
