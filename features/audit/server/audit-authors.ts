/** Finds authors of changes to choose from. Specification: Audit. */
import { sql } from 'kysely';
import { type Context, visibleTo } from '../../../server/context.ts';
import { matchesWords } from '../../../server/nouns/list-query.ts';

type Author = { id: number; email: string };

/**
 * Returns at most 20 admins who made an entry that the caller may read, by words of their email or by id. A bound
 * admin does not see global rows, but does see who changed something of its program.
 */
export async function auditAuthors(
  { actor, platform }: Context,
  { email, id }: { email: string; id?: number | undefined },
): Promise<Author[]> {
  const { rows } = await sql<Author>`
    select a.id, a.email from admins a
    where ${matchesWords('a.email', email)} and ${id === undefined ? sql`true` : sql`a.id = ${id}`}
      and exists (select from audit_entries e where e.admin_id = a.id and ${visibleTo(actor, 'e.program_id')})
    order by a.email limit 20`.execute(platform.database.everything);
  return rows;
}
