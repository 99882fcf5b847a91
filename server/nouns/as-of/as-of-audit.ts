import { sql } from 'kysely';
import { isGlobal } from '../../../core/access.ts';
import type { AuditEntity } from '../../../features/nouns.ts';
import { type Context, visibleTo } from '../../context.ts';
import type { Row } from './as-of-types.ts';

type Asked = {
  entity: AuditEntity;
  id: number;
  at: string;
  /** The first version that was kept, and names of the columns that are asked for. */
  first: Row;
  names: readonly string[];
};

type Told = { at: string; before: Row | null; after: Row | null };

/**
 * The columns that two neighbours agree on: what an entry up to the moment left must be what the next one found, or the
 * first version. Where they differ something was written without an entry, and where there is no entry nobody knows.
 */
export async function fromAudit(
  { db, actor }: Context,
  { entity, id, at, first, names }: Asked,
): Promise<Row> {
  const { rows } = await sql<Told>`
    select a.at, a.before, a.after from audit_entries a
    where a.entity = ${entity} and a.entity_id = ${String(id)} and ${visibleTo(actor, 'a.program_id')}
    order by a.id`.execute(db);
  // Between two programs others may have written what this caller is not told.
  const hasMoved = rows.some(({ before }) => before && 'program_id' in before);
  return hasMoved && !isGlobal(actor) ? {} : knownAt(rows, { at, first, names });
}

function knownAt(entries: readonly Told[], { at, first, names }: Pick<Asked, 'at' | 'first' | 'names'>): Row {
  const known = names.flatMap((name) => {
    if (!(name in first)) return [];
    const left = entries.findLast((entry) => entry.at <= at && entry.after && name in entry.after);
    if (!left?.after) return [];
    const next = entries.find((entry) => entry.at > at && entry.before && name in entry.before);
    const found = next?.before ?? first;
    return same(left.after[name], found[name]) ? [[name, left.after[name] ?? null]] : [];
  });
  return Object.fromEntries(known) as Row;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

/** A moment is written in two ways. */
function plain(value: unknown): unknown {
  const isMoment = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
  return isMoment ? new Date(value).toISOString() : (value ?? null);
}
