import { sql } from 'kysely';
import { refuseField } from '../../../../core/errors.ts';
import { transact } from '../../../../server/context.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';

/** Marks users of the site as seen now; returns the deleted ones. Throws a 400 that names the first unknown user or stranger, and marks nobody. */
export function seeUsers(
  context: SiteCall,
  ids: readonly number[],
): Promise<{ seen: number; deleted: number[] }> {
  return transact(context, async ({ db }) => {
    const { rows } = await sql<{ id: number; del_status: number }>`
      select id, del_status from site_users where id = any (${ids}::integer[]) order by id`.execute(db);
    const known = new Set(rows.map(({ id }) => id));
    const stranger = ids.findIndex((id) => !known.has(id));
    if (stranger >= 0) refuseField(`user_ids.${stranger}`, `There is no user ${ids[stranger]}`);
    const there = rows.filter(({ del_status }) => del_status === 0).map(({ id }) => id);
    // In the order of ids, so that two calls that share people wait for each other and go on.
    await sql`insert into seen_users (user_id) select unnest(${there}::integer[])
      on conflict (user_id) do update set last_seen_at = greatest(seen_users.last_seen_at, excluded.last_seen_at)`.execute(
      db,
    );
    return {
      seen: there.length,
      deleted: rows.filter(({ del_status }) => del_status === 1).map(({ id }) => id),
    };
  });
}
