import { sql } from 'kysely';
import type { Trx } from '../../../../server/db/client.ts';

/** Some within the last minutes, whenever a demo is started; among them one with a long name, and one who is deleted. */
export async function seeDemoUsers(trx: Trx): Promise<void> {
  await sql`insert into seen_users (user_id, last_seen_at)
    select u.id, now() - case when u.id in (1, 3, 4) or u.id % 211 = 7
      then make_interval(secs => 20 + 24 * (row_number() over (order by u.id % 211, u.id)) % 820)
      else make_interval(hours => 2 + (u.id % 2400)::integer) end
    from site_users u where u.id in (1, 3, 4) or u.id % 211 = 7 or u.id % 7 = 2
    on conflict (user_id) do update set last_seen_at = excluded.last_seen_at`.execute(trx);
}
