/** People of the site that calls. Specification: Sites. */
import { sql } from 'kysely';
import type { SiteTransaction } from '../../../../server/sites/facts.ts';

/** Returns which of these ids are users of the site: at home there or signing in there, and not deleted. */
export async function usersHere({ db }: SiteTransaction, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from site_users where id = any (${ids}::integer[]) and del_status = 0`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
