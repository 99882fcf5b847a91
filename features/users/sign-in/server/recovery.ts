import { sql } from 'kysely';
import { refuseField } from '../../../../core/errors.ts';
import { transact } from '../../../../server/context.ts';
import { hashPassword } from '../../../../server/passwords/password-hashes.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import { LINK_USED } from '../../../auth/server/password-resets.ts';
import { digestOf } from '../../../auth/server/refresh-tokens.ts';
import { answeredAtIntervals } from '../../../auth/server/reset-requests.ts';
import { updateUser } from '../../server/site-user-saves.ts';

/** Notes that somebody asks for a link, once for each; neither the answer nor its time tells whether the email is known. */
export async function askForLink({ db, site }: SiteCall, email: string): Promise<{ sent: true }> {
  await answeredAtIntervals(async () => {
    await sql`
      insert into site_password_requests (user_id, program_id)
      select u.id, ${site.program_id} from site_users u
      where u.email_key = address_key(${email}) and u.del_status = 0 and u.status <> 0
      on conflict (user_id, program_id) do nothing`.execute(db);
  });
  return { sent: true };
}

/** Sets the password of whom the link was mailed to, which ends it and their others; 400 for one that does not work. */
export async function setPassword(
  context: SiteCall,
  { token, password }: { token: string; password: string },
): Promise<{ user_id: number }> {
  const { site, platform } = context;
  const link = digestOf(token);
  // Hashing takes long: nobody makes it work with guesses.
  const known = await platform.database.signIn
    .selectFrom('site_password_resets')
    .select('user_id')
    .where('token_hash', '=', link)
    .where('program_id', '=', site.program_id)
    .where('used_at', 'is', null)
    .where(sql<boolean>`expires_at > provost_now()`)
    .executeTakeFirst();
  if (!known) refuseField('token', LINK_USED);
  const password_hash = await hashPassword(password, `site ${site.program_id}`);
  return transact(context, async (tx) => {
    const { rows } = await sql<{ user_id: number | null }>`
      select spend_site_password_reset(${link}) as user_id`.execute(tx.db);
    const user_id = rows[0]?.user_id ?? refuseField('token', LINK_USED);
    await updateUser(tx, { id: user_id, data: {}, password_hash });
    return { user_id };
  });
}
