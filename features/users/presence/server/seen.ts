/** Presence of users on a site, and their last visit. Specification: Dashboard. */
import { sql } from 'kysely';
import { refuseField } from '../../../../core/errors.ts';
import { type Call, transactWithoutTenantScope } from '../../../../server/context.ts';
import { turnsOf } from '../../../auth/server/sign-in-queue.ts';
import { programBySiteKey } from '../../../programs/server/site-key.ts';

/**
 * Marks users of the site as seen now; returns the deleted ones without marking them. Throws a 401 without a
 * site's key; a 400 that names the first unknown user or stranger to the site, and then marks nobody.
 */
export function seeUsers(
  context: Call,
  ids: readonly number[],
): Promise<{ seen: number; deleted: number[] }> {
  return inTurn(context, () =>
    transactWithoutTenantScope(
      context,
      async (tx) => {
        const program = await programBySiteKey(tx);
        const { rows } = await sql<{ id: number; del_status: number }>`
          select u.id, u.del_status from site_users u
          where u.id = any (${ids}::integer[]) and (u.program_id = ${program}
            or exists (select from site_user_sites s where s.user_id = u.id and s.program_id = ${program})
            or exists (select from program_defaults d
              where d.program_id = u.program_id and d.default_program_id = ${program}))
          order by u.id`.execute(tx.db);
        const known = new Set(rows.map(({ id }) => id));
        const stranger = ids.findIndex((id) => !known.has(id));
        if (stranger >= 0) refuseField(`user_ids.${stranger}`, `There is no user ${ids[stranger]}`);
        const there = rows.filter(({ del_status }) => del_status === 0).map(({ id }) => id);
        // In the order of ids, so that two calls that share people wait for each other and go on.
        await sql`insert into seen_users (user_id) select unnest(${there}::integer[])
          on conflict (user_id) do update set last_seen_at = greatest(seen_users.last_seen_at, excluded.last_seen_at)`.execute(
          tx.db,
        );
        return {
          seen: there.length,
          deleted: rows.filter(({ del_status }) => del_status === 1).map(({ id }) => id),
        };
      },
      'signIn',
    ),
  );
}

/** A separate queue from those of sign-ins and logins, so that a busy site keeps nobody out. */
const inTurn = turnsOf('Too many calls tell who is there. Try again in a moment.');
