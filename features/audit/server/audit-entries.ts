/** The record of changes, as staff read it. Specification: api.md, "Wire conventions". */
import { sql } from 'kysely';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { type Context, visibleTo } from '../../../server/context.ts';
import { offsetOf } from '../../../server/list-query.ts';
import { emailsOfAdmins } from '../../admin-users/server/admin-users.ts';
import type { AuditEntry } from '../contract.ts';

type Filters = {
  page: number;
  entity: string;
  entity_id: string;
  admin_id?: number;
  action: string;
  /** Two days, both included, in UTC. */
  dates: string;
};

/** A page of changes, newest first; a bound admin sees those of its program. Filters match exactly. */
export async function auditPage({ actor, db, platform }: Context, filters: Filters) {
  const { entity, entity_id, admin_id, action, dates } = filters;
  const [from, to] = dates.split(',');
  const matching = db
    .selectFrom('audit_entries as e')
    .where(visibleTo(actor, 'e.program_id'))
    .$if(entity !== '', (query) => query.where('e.entity', '=', entity))
    .$if(entity_id !== '', (query) => query.where('e.entity_id', '=', entity_id))
    .$if(admin_id !== undefined, (query) => query.where('e.admin_id', '=', admin_id ?? 0))
    .$if(action !== '', (query) => query.where('e.action', '=', action))
    .$if(dates !== '', (query) =>
      query
        .where(sql<boolean>`e.at >= ${from}::date at time zone 'UTC'`)
        .where(sql<boolean>`e.at < (${to}::date + 1) at time zone 'UTC'`),
    );
  const rows = await matching
    .leftJoin('programs as p', 'p.id', 'e.program_id')
    .select(['e.id', 'e.at', 'e.admin_id', 'e.address', 'e.program_id', 'p.program_display_name'])
    .select(['e.entity', 'e.entity_id', 'e.action', 'e.before', 'e.after'])
    .orderBy('e.id', 'desc')
    .limit(PAGE_SIZE)
    .offset(offsetOf(filters.page))
    .execute();
  const { count } = await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  // A global admin's row is hidden from a bound one; who changed something of its program is not.
  const authors = [...new Set(rows.flatMap((row) => row.admin_id ?? []))];
  const emails = await emailsOfAdmins(platform.database.everything, authors);
  const audit = rows.map((row) => ({ ...row, admin_email: emails.get(row.admin_id ?? 0) ?? null }));
  return { audit: audit as AuditEntry[], count };
}
