/** The record of changes, as staff read it. Specification: Audit. */
import { sql } from 'kysely';
import { type Context, visibleTo } from '../../../server/context.ts';
import { inDates, type List, pageOf } from '../../../server/list-query.ts';
import { emailsOfAdmins } from '../../admin-users/server/admin-users.ts';
import type { AuditEntry } from '../contract.ts';

type Filters = {
  page: number;
  entity: string;
  entity_id: string;
  /** Those below one entry alone. */
  parent_id?: number;
  admin_id?: number;
  action: string;
  /** Two days, both included, in UTC. */
  dates: string;
};

/** A page of changes, newest first; a bound admin sees those of its program. Filters match exactly. */
export async function pageOfAudit({ actor, db, platform }: Context, filters: Filters) {
  const { entity, entity_id, parent_id, admin_id, action, dates } = filters;
  const all = sql<boolean>`true`;
  const { rows, count } = await pageOf<Row, 'id'>(db, LIST, {
    matching: [
      visibleTo(actor, 'e.program_id'),
      // What one change did to many rows stands below it, unless one of them is asked for.
      entity !== '' && entity_id !== ''
        ? all
        : parent_id === undefined
          ? sql<boolean>`not exists (select from audit_entries a where a.id = e.parent_id and ${visibleTo(actor, 'a.program_id')})`
          : sql<boolean>`e.parent_id = ${parent_id}`,
      entity === '' ? all : sql<boolean>`e.entity = ${entity}`,
      entity_id === '' ? all : sql<boolean>`e.entity_id = ${entity_id}`,
      admin_id === undefined ? all : sql<boolean>`e.admin_id = ${admin_id}`,
      action === '' ? all : sql<boolean>`e.action = ${action}`,
      inDates('e.at', dates),
    ],
    page: filters.page,
    sort_by: 'id',
    sort_dest: 'desc',
  });
  // A global admin's row is hidden from a bound one; who changed something of its program is not.
  const authors = [...new Set(rows.flatMap((row) => row.admin_id ?? []))];
  const emails = await emailsOfAdmins(platform.database.everything, authors);
  const audit = rows.map((row) => ({ ...row, admin_email: emails.get(row.admin_id ?? 0) ?? null }));
  return { audit, count };
}

type Row = Omit<AuditEntry, 'admin_email'>;

const LIST: List<'id'> = {
  from: sql`audit_entries e`,
  id: sql`e.id`,
  columns: sql`e.id, e.at, e.admin_id, e.address, e.program_id, p.program_display_name, e.entity, e.entity_id, e.action,
    e.before, e.after, (select count(*)::int from audit_entries b where b.parent_id = e.id) as below`,
  joins: sql`left join programs p on p.id = e.program_id`,
  orders: { id: sql`e.id` },
};
