import { sql } from 'kysely';
import type { AuditEntity } from '../../features/nouns.ts';
import type { Context } from '../context.ts';

/** Texts by their hash (decision 054), of those the record's audit shows the caller; without what was changed without an entry. */
export async function earlierEnglish(
  { db }: Context,
  record: { entity: AuditEntity; id: number; fields: readonly string[] },
  hashes: readonly string[],
): Promise<Map<string, string>> {
  const { entity, id, fields } = record;
  const { rows } = await sql<{ hash: string; english: string }>`
    select distinct english_hash(said.english) as hash, said.english
    from audit_entries a cross join unnest(${fields}::text[]) as f (name)
      cross join lateral (values (a.before ->> f.name), (a.after ->> f.name)) as said (english)
    where a.entity = ${entity} and a.entity_id = ${String(id)}
      and english_hash(said.english) = any(${hashes}::text[])`.execute(db);
  return new Map(rows.map(({ hash, english }) => [hash, english]));
}
