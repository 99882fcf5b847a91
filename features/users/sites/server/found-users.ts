/** People whom a site means by its reference or their email. Specification: Sites, people. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../server/db/client.ts';
import type { Site } from '../../../../server/sites/site-caller.ts';
import type { ToldUser } from '../schemas.ts';

export type FoundUser = {
  id: number;
  program_id: number | null;
  email_key: string;
  updated_at: string;
  /** The site's name for the person. */
  reference: string | null;
};

/** Finds whom the reference names, else whose email it is among those at home in the program, and not closed. */
export async function findToldUser(
  db: Db,
  site: Site,
  { reference, email }: Pick<ToldUser, 'reference' | 'email'>,
): Promise<FoundUser | undefined> {
  const find = async (condition: RawBuilder<unknown>) => {
    const { rows } = await sql<FoundUser>`
      select u.id, u.program_id, u.email_key, u.updated_at, r.reference
      from site_users u
      left join site_user_references r on r.user_id = u.id and r.program_id = ${site.program_id}
      where u.del_status = 0 and ${condition}`.execute(db);
    return rows[0];
  };
  const named = reference === undefined ? undefined : await find(sql`r.reference = ${reference}`);
  if (named || email === undefined) return named;
  return find(sql`u.email_key = address_key(${email}) and u.program_id = ${site.program_id}`);
}
