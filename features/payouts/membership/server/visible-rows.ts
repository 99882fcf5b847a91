import { sql } from 'kysely';
import { isGlobal } from '../../../../core/access.ts';
import type { TransactionContext } from '../../../../server/context.ts';
import { payeeId } from '../../rules.ts';
import type { Part } from './attended.ts';

export type VisibleRow = Part & { id: number; name: string | null; place: number };

/** Returns the parts the caller may see, with names, read without a program scope: of people at home there now; the site's is for global admins. */
export async function visibleRows(
  { db, actor }: TransactionContext,
  parts: readonly Part[],
  currency: string,
): Promise<VisibleRow[]> {
  const ids = parts.flatMap(({ user_id }) => user_id ?? []);
  const { rows } = await sql<{ id: number; name: string; program_id: number | null; place: number }>`
    select id, coalesce(nullif(btrim(first_name || ' ' || last_name), ''), 'User #' || id) as name, program_id,
      dense_rank() over (order by name_search)::integer as place
    from site_users where id = any (${ids}::integer[])`.execute(db);
  const people = new Map(rows.map((row) => [row.id, row]));
  return parts.flatMap((part) => {
    const person = part.user_id === null ? undefined : people.get(part.user_id);
    if (!isGlobal(actor) && person?.program_id !== actor.program_id) return [];
    const id = payeeId({ user_id: part.user_id, program_id: null }, currency);
    return { ...part, id, name: person?.name ?? null, place: person?.place ?? Infinity };
  });
}
