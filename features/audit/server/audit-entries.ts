import { sql } from 'kysely';
import type { Actor } from '../../../core/access.ts';
import { type Context, visibleTo } from '../../../server/context.ts';
import { type Conditions, inDates, type List, pageOf } from '../../../server/nouns/list-query.ts';
import { emailsOfAdmins } from '../../admin-users/server/admin-users.ts';
import type { AuditEntry } from '../contract.ts';
import { archivedUntil } from './audit-archives.ts';
import { namesOf } from './record-names.ts';

export type AuditFilters = {
  entity: string;
  entity_id: string;
  parent_id?: number;
  admin_id?: number;
  action: string;
  dates: string;
};

/** A page of changes, newest first; a bound admin sees those of its program. Filters match exactly. */
export async function pageOfAudit(context: Context, { page, ...filters }: AuditFilters & { page: number }) {
  const { actor, db, platform } = context;
  const { rows, count } = await pageOf<AuditRow, 'id'>(db, AUDIT_LIST, {
    matching: matching(actor, filters),
    page,
    sort_by: 'id',
    sort_dest: 'desc',
  });
  // A global admin's row is hidden from a bound one; who changed something of its program is not.
  const authors = [...new Set(rows.flatMap((row) => row.admin_id ?? []))];
  const emails = await emailsOfAdmins(platform.database.everything, authors);
  const audit = rows.map((row) => ({
    ...row,
    admin_email: emails.get(row.admin_id ?? 0) ?? null,
    before: programAsWritten(row.before),
    after: programAsWritten(row.after),
  }));
  const [names, archived_until] = await Promise.all([
    namesOf(context, audit),
    archivedUntil(platform.database.everything),
  ]);
  return { audit, count, names, archived_until };
}

export function matching(actor: Actor, filters: AuditFilters): Conditions {
  const { entity, entity_id, parent_id } = filters;
  return [
    sql<boolean>`${sql.join(seenBy(actor, filters, 'e'), sql` and `)}`,
    // What one change did to many rows stands below it, where that is shown as well.
    entity !== '' && entity_id !== ''
      ? sql<boolean>`true`
      : parent_id === undefined
        ? sql<boolean>`not exists (select from audit_entries a where a.id = e.parent_id
            and ${sql.join(seenBy(actor, filters, 'a'), sql` and `)})`
        : sql<boolean>`e.parent_id = ${parent_id}`,
  ];
}

/** The entries of an alias that match by themselves, whatever they stand below. */
function seenBy(
  actor: Actor,
  { entity, entity_id, admin_id, action, dates }: AuditFilters,
  alias: 'e' | 'a',
) {
  const equals = (column: string, value: string | number | undefined) =>
    value === undefined || value === ''
      ? sql<boolean>`true`
      : sql<boolean>`${sql.ref(`${alias}.${column}`)} = ${value}`;
  return [
    visibleTo(actor, `${alias}.program_id`),
    equals('entity', entity),
    equals('entity_id', entity_id),
    equals('admin_id', admin_id),
    equals('action', action),
    inDates(`${alias}.at`, dates),
  ];
}

/** A recorded row with 0 for the program that its column keeps as null, as every other answer says it. */
function programAsWritten(row: AuditEntry['before']): AuditEntry['before'] {
  return row?.program_id === null ? { ...row, program_id: 0 } : row;
}

type AuditRow = Omit<AuditEntry, 'admin_email'>;

export const AUDIT_LIST: List<'id'> = {
  from: sql`audit_entries e`,
  id: sql`e.id`,
  columns: sql`e.id, e.at, e.admin_id, e.address, e.program_id, p.program_display_name, e.entity, e.entity_id, e.action,
    e.before, e.after, (select count(*)::int from audit_entries b where b.parent_id = e.id) as below`,
  joins: sql`left join programs p on p.id = e.program_id`,
  orders: { id: sql`e.id` },
};
