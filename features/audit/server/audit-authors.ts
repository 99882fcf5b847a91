import { sql } from 'kysely';
import { type Context, visibleTo } from '../../../server/context.ts';
import { matchesWords } from '../../../server/nouns/list-query.ts';

type Author = { id: number; email: string };

/** Returns at most 20 admins who made an entry the caller may read, by words of their email or id; to a bound admin those of its program. */
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
