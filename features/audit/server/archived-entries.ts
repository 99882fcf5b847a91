/** Finds sealed entries that lie in archives, for the verification. Specification: Sealed audit. */
import { sql } from 'kysely';
import type { Trx } from '../../../server/db/client.ts';
import type { FileStore } from '../../../server/files/files.ts';
import { idOf, linesOf, MissingArchive } from './audit-archives.ts';
import { ENTRY_AS_TEXT, type EntryText } from './audit-digests.ts';

/** Archives held in memory: entries that were committed late lie beside the next ones. */
const ARCHIVES_AT_HAND = 3;

export type Found = { entries: Map<string, EntryText>; missing: Map<string, string> };

/** Returns a search by ids: entries as text, and for what lies in a file that is not there its path. */
export function archivedEntriesOf(trx: Trx, files: FileStore): (ids: readonly string[]) => Promise<Found> {
  const atHand = new Map<string, Promise<Map<string, string> | null>>();
  const linesIn = (file_path: string) => {
    const lines = atHand.get(file_path) ?? read(files, file_path);
    atHand.delete(file_path);
    atHand.set(file_path, lines);
    for (const oldest of atHand.keys()) if (atHand.size > ARCHIVES_AT_HAND) atHand.delete(oldest);
    return lines;
  };
  return async (ids) => {
    const lines: string[] = [];
    const missing = new Map<string, string>();
    for (const { id, file_path } of await placesOf(trx, ids)) {
      const archive = await linesIn(file_path);
      const line = archive?.get(id);
      if (line !== undefined) lines.push(line);
      if (archive === null) missing.set(id, file_path);
    }
    if (lines.length === 0) return { entries: new Map(), missing };
    const { rows } = await sql<EntryText>`select ${ENTRY_AS_TEXT}
      from jsonb_populate_recordset(null::audit_entries, ${`[${lines.join(',')}]`}::jsonb) e`.execute(trx);
    return { entries: new Map(rows.map((entry) => [entry.id, entry])), missing };
  };
}

async function placesOf(trx: Trx, ids: readonly string[]): Promise<{ id: string; file_path: string }[]> {
  const { rows } = await sql<{ id: string; file_path: string }>`
    select i.id::text as id, r.file_path from unnest(${ids}::bigint[]) as i (id)
      join audit_archives r on i.id between r.first_id and r.last_id
    order by i.id, r.number`.execute(trx);
  return rows;
}

async function read(files: FileStore, file_path: string): Promise<Map<string, string> | null> {
  const lines = new Map<string, string>();
  try {
    for await (const line of linesOf(files, file_path)) lines.set(idOf(line), line);
  } catch (error) {
    if (error instanceof MissingArchive) return null;
    throw error;
  }
  return lines;
}
