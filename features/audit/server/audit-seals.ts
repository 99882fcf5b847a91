import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { must } from '../../../core/must.ts';
import { type Context, type TransactionContext, transact } from '../../../server/context.ts';
import type { Db, Trx } from '../../../server/db/client.ts';
import {
  contentDigest,
  ENTRY_AS_TEXT,
  type EntryText,
  entryDigest,
  SEAL_FORMAT,
  sealHash,
} from './audit-digests.ts';

const ENTRIES_OF_A_SEAL = 1_000;
const ENTRIES_READ_AT_ONCE = 100;

/** Seals all committed entries, oldest first, a transaction a seal; returns their number. Stops early where others are at it, or somebody is being erased. */
export async function sealAudit(context: Context, stopping?: AbortSignal): Promise<number> {
  let seals = 0;
  while (!stopping?.aborted && (await transact(context, sealNext))) seals++;
  return seals;
}

/** Returns the newest seal; undefined before the first. */
export function newestSeal(db: Db) {
  return db.selectFrom('audit_seals').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst();
}

/** Makes one seal of what waits; false where nothing waits or somebody else holds the seals. */
async function sealNext({ db: trx }: TransactionContext): Promise<boolean> {
  // Held until the end, so that what is read from here on follows the seal before. The erasure of an entry holds it too.
  const { rows: held } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('audit seals', 0)) as held`.execute(trx);
  if (!held[0]?.held) return false;
  const { rows: waiting } = await sql<{ id: string }>`
    select u.entry_id::text as id from unsealed_audit_entries u where exists (select from audit_entries e where e.id = u.entry_id)
    order by u.entry_id limit ${ENTRIES_OF_A_SEAL}`.execute(trx);
  if (waiting.length === 0) return false;
  const digests = await digestsOf(
    trx,
    waiting.map(({ id }) => id),
  );
  const before = await newestSeal(trx);
  const { rows: clock } = await sql<{ now: string }>`
    select date_trunc('milliseconds', provost_now()) as now`.execute(trx);
  const sealed_at = must(clock[0], 'time').now;
  const seal = { number: (before?.number ?? 0) + 1, sealed_at, entries: digests.length, format: SEAL_FORMAT };
  const hash = sealHash(seal, before?.hash ?? null);
  for (const { digest } of digests) hash.update(digest);
  await trx
    .insertInto('audit_seals')
    .values({ ...seal, hash: hash.digest() })
    .execute();
  await keep(trx, seal.number, digests);
  return true;
}

type EntryDigests = { id: string; salt: Buffer; content: Buffer; digest: Buffer };

async function digestsOf(trx: Trx, ids: readonly string[]): Promise<EntryDigests[]> {
  const digests: EntryDigests[] = [];
  for (let from = 0; from < ids.length; from += ENTRIES_READ_AT_ONCE) {
    const part = ids.slice(from, from + ENTRIES_READ_AT_ONCE);
    const { rows } = await sql<EntryText>`
      select ${ENTRY_AS_TEXT} from audit_entries e where e.id = any (${part}::bigint[]) order by e.id`.execute(
      trx,
    );
    for (const entry of rows) {
      const salt = randomBytes(16);
      const content = contentDigest(salt, entry);
      digests.push({ id: entry.id, salt, content, digest: entryDigest(entry, content) });
    }
  }
  return digests;
}

async function keep(trx: Trx, seal: number, digests: readonly EntryDigests[]): Promise<void> {
  const hex = (of: (digests: EntryDigests) => Buffer) => digests.map((one) => of(one).toString('hex'));
  await sql`
    insert into sealed_audit_entries (entry_id, seal, place, salt, content_digest, digest)
    select d.id, ${seal}, d.place, decode(d.salt, 'hex'), decode(d.content, 'hex'), decode(d.digest, 'hex')
    from unnest(${digests.map(({ id }) => id)}::bigint[], ${hex(({ salt }) => salt)}::text[],
      ${hex(({ content }) => content)}::text[], ${hex(({ digest }) => digest)}::text[])
      with ordinality as d (id, salt, content, digest, place)`.execute(trx);
}
