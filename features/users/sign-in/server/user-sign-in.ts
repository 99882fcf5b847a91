import { sql } from 'kysely';
import { refuse } from '../../../../core/errors.ts';
import { must } from '../../../../core/must.ts';
import type { Db } from '../../../../server/db/client.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import type { UserOfSite } from '../../sites/schemas.ts';
import { readUser } from '../../sites/server/users-of-site.ts';
import { comparePassword } from './user-password.ts';

type Credentials = { email: string; password: string; client_ip?: string | undefined };

/** Returns who signs in. 401, in the same time, for a wrong password and for unknown, closed, inactive or strangers; 429 after too many wrong ones. */
export async function signInUser(
  context: SiteCall,
  { email, password, client_ip }: Credentials,
): Promise<UserOfSite> {
  const { signIn } = context.platform.database;
  const { rows } = await sql<{ key: string }>`select address_key(${email}) as key`.execute(signIn);
  const { key: email_key } = must(rows[0], 'key of an address');
  const find = (db: Db) => signInHere(db, context.site.program_id, email_key);
  const user = await comparePassword(context, { email_key, password, client_ip, find });
  if (!user) refuse(401, 'The email or the password is wrong');
  return readUser(context, user.id);
}

async function signInHere(db: Db, program_id: number, email_key: string) {
  const { rows } = await sql<{ id: number; password_hash: string | null }>`
    select u.id, u.password_hash from site_users u
    where u.email_key = ${email_key} and u.del_status = 0 and u.status <> 0
      and (u.program_id = ${program_id}
        or exists (select from site_user_sites s where s.user_id = u.id and s.program_id = ${program_id})
        or exists (select from program_defaults d
          where d.program_id = u.program_id and d.default_program_id = ${program_id}))`.execute(db);
  return rows[0];
}
