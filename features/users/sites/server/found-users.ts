import { sql } from 'kysely';
import type { Db } from '../../../../server/db/client.ts';
import type { Site } from '../../../../server/sites/site-caller.ts';
import type { ToldUser } from '../schemas.ts';

export type FoundUser = {
  id: number;
  program_id: number | null;
  email_key: string;
  updated_at: string;
  reference: string | null;
};

/** Finds whom the reference names, else whose email it is among those at home in the program, and not closed. */
export async function findToldUser(
  db: Db,
  site: Site,
  { reference, email }: Pick<ToldUser, 'reference' | 'email'>,
): Promise<FoundUser | undefined> {
  const { rows } = await sql<FoundUser>`
    select u.id, u.program_id, u.email_key, u.updated_at, r.reference
    from (
      select n.user_id as id, 1 as place from site_user_references n
      where n.program_id = ${site.program_id} and n.reference = ${reference ?? null}
      union all
      select e.id, 2 from site_users e where e.email_key = (select address_key(${email ?? null}))
        and e.program_id = ${site.program_id}
    ) found
    join site_users u on u.id = found.id and u.del_status = 0
    left join site_user_references r on r.user_id = u.id and r.program_id = ${site.program_id}
    order by found.place limit 1`.execute(db);
  return rows[0];
}
