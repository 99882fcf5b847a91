/** Walks the seals of the audit and finds the first break. Specification: Sealed audit. */
import { type RawBuilder, sql } from 'kysely';
import { must } from '../../../core/must.ts';
import { type Context, transact } from '../../../server/context.ts';
import type { Trx } from '../../../server/db/client.ts';
import type { FileStore } from '../../../server/files/files.ts';
import { archivedEntriesOf, type Found } from './archived-entries.ts';
import { contentDigest, ENTRY_AS_TEXT, type EntryText, entryDigest, sealHash } from './audit-digests.ts';

/** A seal as the log told it; `hash` in hex. */
export type KnownSeal = { number: number; hash: string };

export type Verification = {
  /** The first break, in one sentence without its full stop; null where all fits. */
  broken: string | null;
  seals: number;
  entries: number;
  /** Entries that verify by the kept digest of what was there, as a person in them was erased: how many, and the first of them. */
  erased: number;
  first_erased: string[];
  /** Entries that no seal holds yet. */
  waiting: number;
  newest: { number: number; hash: string; sealed_at: string } | null;
};

const FIRST_ERASED = 20;
const SEALS_READ_AT_ONCE = 500;
const ENTRIES_READ_AT_ONCE = 200;

/** Compares every entry, also archived ones, with its digests and every seal with them and the one before, in one snapshot. Cut-off ends only a `known` seal of the log tells. */
export function verifyAudit(context: Context, known?: KnownSeal): Promise<Verification> {
  return transact(context, ({ db, platform }) => verify(db, platform.files, known), 'repeatable read');
}

async function verify(trx: Trx, files: FileStore, known: KnownSeal | undefined): Promise<Verification> {
  const told: Verification = {
    broken: null,
    seals: 0,
    entries: 0,
    erased: 0,
    first_erased: [],
    waiting: 0,
    newest: null,
  };
  told.broken = (await walk(trx, files, { told, known })) ?? (await besideSeals(trx, told));
  return told;
}

type Walk = { told: Verification; known: KnownSeal | undefined };

async function walk(trx: Trx, files: FileStore, { told, known }: Walk): Promise<string | null> {
  const entries = ahead(sealedEntries(trx, files));
  let before: Buffer | null = null;
  for await (const seal of seals(trx)) {
    if (seal.number !== told.seals + 1) return `Seal ${told.seals + 1} is missing`;
    const hash = sealHash(seal, before);
    let place = 0;
    for (let entry = await entries.peek(); entry?.seal === seal.number; entry = await entries.peek()) {
      if (entry.place !== ++place) return removed(seal.number, place);
      if (place > seal.entries) return `Entry ${entry.entry_id} was inserted`;
      const broken = brokenEntry(entry, seal.format, told);
      if (broken) return broken;
      hash.update(entry.digest);
      await entries.next();
    }
    if (place < seal.entries) return removed(seal.number, place + 1);
    if (!hash.digest().equals(seal.hash))
      return `Seal ${seal.number} was changed, or the digests of its entries`;
    before = seal.hash;
    told.seals++;
    told.newest = { number: seal.number, hash: seal.hash.toString('hex'), sealed_at: seal.sealed_at };
    if (known?.number === seal.number && known.hash !== told.newest.hash)
      return `Seal ${seal.number} differs from the log: this seal or an earlier one was replaced`;
  }
  if (await entries.peek()) return `Seal ${told.seals + 1} is missing`;
  return known && known.number > told.seals ? `Seal ${told.seals + 1} is missing` : null;
}

const removed = (seal: number, place: number) => `Entry ${place} of seal ${seal} was removed`;

function brokenEntry(entry: SealedEntry, format: number, told: Verification): string | null {
  const { entry_id, id, salt, content_digest, digest, is_erased, missing_file } = entry;
  if (id === null && missing_file) return `The file ${missing_file} with entry ${entry_id} is missing`;
  if (id === null) return `Entry ${entry_id} was removed`;
  const keepsContent = salt ? contentDigest(salt, entry).equals(content_digest) : is_erased;
  if (!keepsContent || !entryDigest(entry as EntryText, content_digest, format).equals(digest))
    return `Entry ${entry_id} was changed`;
  told.entries++;
  if (!salt && told.erased++ < FIRST_ERASED) told.first_erased.push(entry_id);
  return null;
}

/** Finds entries that no seal holds though none is to come for them, and counts those that wait. */
async function besideSeals(trx: Trx, told: Verification): Promise<string | null> {
  const { rows } = await sql<{ inserted: string | null; removed: string | null; waiting: number }>`
    select (select min(e.id)::text from audit_entries e
        where not exists (select from sealed_audit_entries s where s.entry_id = e.id)
          and not exists (select from unsealed_audit_entries u where u.entry_id = e.id)) as inserted,
      (select min(u.entry_id)::text from unsealed_audit_entries u
        where not exists (select from audit_entries e where e.id = u.entry_id)) as removed,
      (select count(*)::integer from unsealed_audit_entries) as waiting`.execute(trx);
  const beside = must(rows[0], 'count of entries');
  told.waiting = beside.waiting;
  if (beside.inserted !== null) return `Entry ${beside.inserted} was inserted`;
  return beside.removed === null ? null : `Entry ${beside.removed} was removed before it was sealed`;
}

type Seal = { number: number; sealed_at: string; entries: number; hash: Buffer; format: number };

async function* seals(trx: Trx): AsyncGenerator<Seal> {
  for (let last = 0; ; ) {
    const rows = await trx
      .selectFrom('audit_seals')
      .selectAll()
      .where('number', '>', last)
      .orderBy('number')
      .limit(SEALS_READ_AT_ONCE)
      .execute();
    yield* rows;
    const end = rows.at(-1);
    if (!end) return;
    last = end.number;
  }
}

/** An entry as it is now beside what was sealed of it; `id` is null where it is gone. */
type SealedEntry = Omit<EntryText, 'id'> & {
  id: string | null;
  entry_id: string;
  seal: number;
  place: number;
  salt: Buffer | null;
  content_digest: Buffer;
  digest: Buffer;
  is_erased: boolean;
  /** The archive that ought to have it, where the store of files lacks that. */
  missing_file?: string | undefined;
};

const NOTHING_ARCHIVED: Found = { entries: new Map(), missing: new Map() };

async function* sealedEntries(trx: Trx, files: FileStore): AsyncGenerator<SealedEntry> {
  const findArchived = archivedEntriesOf(trx, files);
  let behind: RawBuilder<unknown> = sql`true`;
  for (;;) {
    const { rows } = await sql<SealedEntry>`
      select ${ENTRY_AS_TEXT}, s.entry_id::text as entry_id, s.seal, s.place, s.salt, s.content_digest, s.digest,
        exists (select from erased_audit_entries x where x.entry_id = s.entry_id) as is_erased
      from (select * from sealed_audit_entries s where ${behind}
        order by s.seal, s.place limit ${ENTRIES_READ_AT_ONCE}) s
      left join audit_entries e on e.id = s.entry_id
      order by s.seal, s.place`.execute(trx);
    const gone = rows.filter(({ id }) => id === null).map(({ entry_id }) => entry_id);
    const { entries, missing } = gone.length > 0 ? await findArchived(gone) : NOTHING_ARCHIVED;
    for (const row of rows)
      yield { ...row, ...entries.get(row.entry_id), missing_file: missing.get(row.entry_id) };
    const end = rows.at(-1);
    if (!end) return;
    behind = sql`(s.seal, s.place) > (${end.seal}, ${end.place})`;
  }
}

/** Lets the next of `items` be looked at before it is taken. */
function ahead<Item>(items: AsyncGenerator<Item>) {
  let next: Promise<IteratorResult<Item, void>> | undefined;
  const peek = async () => {
    next ??= items.next();
    const { value, done } = await next;
    return done ? undefined : (value as Item);
  };
  return {
    peek,
    next: async () => {
      await peek();
      next = undefined;
    },
  };
}
