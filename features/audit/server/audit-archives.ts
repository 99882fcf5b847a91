/**
 * Entries of the audit that left the database for the store of files, as JSON lines
 * (docs/decisions/256-old-entries-of-the-audit-are-archived.md). Specification: Sealed audit.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { type Context, transact } from '../../../server/context.ts';
import type { Db, Trx } from '../../../server/db/client.ts';
import type { FileStore } from '../../../server/files/files.ts';
import { expectFile } from '../../../server/files/orphaned-files.ts';

/** Days that every entry stays in the database: what asks who changed an account looks back 30 at most. */
export const LEAST_DAYS = 90;

/** Entries that stay for good, as Provost reads them itself: versions of templates, and what an export or an erasure of a person needs. */
const KEPT_ENTITIES = ['email_template', 'site_user'];

const ENTRIES_OF_AN_ARCHIVE = 20_000;
const ENTRIES_READ_AT_ONCE = 500;

export type Archived = { archives: number; entries: number };

/** An erasure looks for entries in the database first, and then in the archives: none may pass from one to the other meanwhile. */
export class ErasureUnderWay extends Error {}

/**
 * Archives the sealed entries that are older than so many days, a file and a transaction for each 20,000. `db` is the owner's: no role of the server may take an entry away. May be killed anywhere and run twice at once. Throws
 * {@link ErasureUnderWay} while somebody is being erased.
 */
export async function archiveAudit(owner: Context, days: number): Promise<Archived> {
  const done: Archived = { archives: 0, entries: 0 };
  // An entry leaves once nothing stands below it any more, so what stood below it went in the pass before.
  for (let before = -1; before < done.entries; ) {
    before = done.entries;
    for (let last: string | null = '0'; last !== null; ) {
      const archive = await archiveNext(owner, { days, after: last });
      last = archive?.last_id ?? null;
      done.archives += archive ? 1 : 0;
      done.entries += archive?.entries ?? 0;
    }
  }
  return done;
}

type Which = { days: number; after: string };

async function archiveNext(
  owner: Context,
  which: Which,
): Promise<{ last_id: string; entries: number } | null> {
  const { files } = owner.platform;
  if ((await idsOf(owner.db, which, 1)).length === 0) return null;
  const file_path = `audit/${randomUUID()}.jsonl`;
  await expectFile(owner.db, file_path);
  return transact(owner, async ({ db: trx }) => {
    // As whoever seals or erases an entry.
    await sql`select pg_advisory_xact_lock(hashtextextended('audit seals', 0))`.execute(trx);
    await refuseBesideErasures(trx);
    const ids = await idsOf(trx, which, ENTRIES_OF_AN_ARCHIVE);
    const last_id = ids.at(-1);
    // Another one has archived them meanwhile.
    if (last_id === undefined) return null;
    await writeArchive(trx, files, { ids, file_path });
    await keepListed(trx, file_path);
    await sql`
      insert into audit_archives (number, first_id, last_id, first_at, last_at, entries, file_path)
      select (select coalesce(max(number), 0) + 1 from audit_archives), min(e.id), max(e.id), min(e.at), max(e.at), count(*),
        ${file_path}
      from audit_entries e where e.id = any (${ids}::bigint[])`.execute(trx);
    await sql`delete from audit_entries where id = any (${ids}::bigint[])`.execute(trx);
    return { last_id, entries: ids.length };
  });
}

async function keepListed(trx: Trx, file_path: string): Promise<void> {
  const { rows } = await sql<{ kept: boolean }>`select keep_file(${file_path}) as kept`.execute(trx);
  if (!rows[0]?.kept) throw new Error(`${file_path} took too long to write`);
}

async function refuseBesideErasures(trx: Trx): Promise<void> {
  const { rows } = await sql`select from erasures where state = 'running' limit 1`.execute(trx);
  if (rows.length > 0)
    throw new ErasureUnderWay('A user is being erased. Archive the audit once that is done');
}

/** Ids follow the time, but for transactions beside each other: what the newest old entry leaves behind goes the next time, and younger ones are not read. */
async function idsOf(db: Db, { days, after }: Which, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id::text as id from audit_entries e
    where e.id > ${after} and e.at < provost_now() - make_interval(days => ${days})
      and e.id <= (select o.id from audit_entries o where o.at < provost_now() - make_interval(days => ${days})
        order by o.at desc, o.id desc limit 1)
      and e.entity <> all (${KEPT_ENTITIES}::text[])
      and exists (select from sealed_audit_entries s where s.entry_id = e.id)
      and not exists (select from audit_entries b where b.parent_id = e.id)
      and not exists (select from imports i where i.audit_id = e.id)
    order by e.id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Writes the entries and reads them again: what is not there as it was is not deleted. */
async function writeArchive(
  trx: Trx,
  files: FileStore,
  { ids, file_path }: { ids: readonly string[]; file_path: string },
): Promise<void> {
  const written = createHash('sha256');
  const pieces = async function* () {
    for (let from = 0; from < ids.length; from += ENTRIES_READ_AT_ONCE) {
      const { rows } = await sql<{ line: string }>`
        select to_jsonb(e)::text as line from audit_entries e
        where e.id = any (${ids.slice(from, from + ENTRIES_READ_AT_ONCE)}::bigint[]) order by e.id`.execute(
        trx,
      );
      const piece = Buffer.from(rows.map(({ line }) => `${line}\n`).join(''));
      written.update(piece);
      yield piece;
    }
  };
  await files.putStream(file_path, pieces());
  const stored = createHash('sha256');
  let count = 0;
  for await (const line of linesOf(files, file_path)) {
    stored.update(`${line}\n`);
    count += 1;
  }
  if (count !== ids.length || !written.digest().equals(stored.digest()))
    throw new Error(`${file_path} was not stored as it was written`);
}

/** A file that the database names and the store does not have. */
export class MissingArchive extends Error {
  override name = 'MissingArchive';
}

/** Yields the entries of an archive as JSON, in the order of their ids. Throws {@link MissingArchive}. */
export async function* linesOf(files: FileStore, file_path: string): AsyncGenerator<string> {
  const stream = await files.get(file_path);
  if (!stream) throw new MissingArchive(`The file ${file_path} of the audit is missing`);
  yield* createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
}

export function idOf(line: string): string {
  return String((JSON.parse(line) as { id: number }).id);
}

/** The newest moment of what is archived; null where nothing is. */
export async function archivedUntil(db: Db): Promise<string | null> {
  const { rows } = await sql<{
    until: string | null;
  }>`select max(last_at) as until from audit_archives`.execute(db);
  return rows[0]?.until ?? null;
}

export type ArchivedFilter = { from: string; until: string; entity?: string; entity_id?: string };

/** Yields archived entries of some time, as JSON, archive by archive; moments as ISO 8601, `until` excluded. Throws {@link MissingArchive}. */
export async function* archivedEntries(
  db: Db,
  files: FileStore,
  { from, until, entity, entity_id }: ArchivedFilter,
): AsyncGenerator<string> {
  const archives = await db
    .selectFrom('audit_archives')
    .select('file_path')
    .where('last_at', '>=', from)
    .where('first_at', '<', until)
    .orderBy('number')
    .execute();
  for (const { file_path } of archives)
    for await (const line of linesOf(files, file_path)) {
      const entry = JSON.parse(line) as { at: string; entity: string; entity_id: string };
      const at = Date.parse(entry.at);
      if (at < Date.parse(from) || at >= Date.parse(until)) continue;
      if (entity !== undefined && entry.entity !== entity) continue;
      if (entity_id !== undefined && entry.entity_id !== entity_id) continue;
      yield line;
    }
}
