/** Passwords of people of the sites, compared by the platform: the role of sites never reads them. Specification: Sites, sign-in. */
import { refuse } from '../../../../core/errors.ts';
import type { Db } from '../../../../server/db/client.ts';
import { networkOf } from '../../../../server/http/network.ts';
import { recordDenial } from '../../../../server/nouns/denials.ts';
import { passwordMatches } from '../../../../server/passwords/password-hashes.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import { tryPassword } from '../../../auth/server/password-tries.ts';
import { turnsOf } from '../../../auth/server/sign-in-queue.ts';

type WithPassword = { id: number; password_hash: string | null };

/** Apart from staff's, so that no crowd on a site keeps them out. */
const inTurn = turnsOf('Too many people are signing in. Try again in a moment.');

type PasswordTry = {
  /** The key of the email, known or not, by which wrong passwords are counted. */
  email_key: string;
  password: string;
  /** Address of the person; the site's own counts nothing. */
  client_ip?: string | undefined;
  find: (db: Db) => Promise<WithPassword | undefined>;
};

/** The person, null where nobody has this password, after the same work; a 429 after too many wrong ones. */
export function comparePassword(
  context: SiteCall,
  { email_key, password, client_ip, find }: PasswordTry,
): Promise<WithPassword | null> {
  const { program_id } = context.site;
  const account = `site ${program_id} user ${email_key}`;
  const from = client_ip === undefined ? account : `site ${program_id} network ${networkOf(client_ip)}`;
  const check = async () => {
    const user = await find(context.platform.database.signIn);
    const matches = await passwordMatches(user?.password_hash ?? undefined, password, from);
    if (user && matches) return user;
    recordFailure(context, user?.id);
    return null;
  };
  return tryPassword({ ...context, address: from }, account, check, inTurn);
}

/** Asks somebody for their password again; 403 `PASSWORD_WRONG` at `path`. Call it before a transaction begins. */
export async function confirmUserPassword(
  context: SiteCall,
  { id, email_key }: { id: number; email_key: string | null },
  { password, path }: { password: string | undefined; path: string },
): Promise<void> {
  if (password === undefined) refuseWrong(path, 'Enter the current password to change this');
  const find = (db: Db) =>
    db
      .selectFrom('site_users')
      .select(['id', 'password_hash'])
      .where('id', '=', id)
      .where('del_status', '=', 0)
      .executeTakeFirst();
  const confirmed = await comparePassword(context, { email_key: email_key ?? '', password, find });
  if (!confirmed) refuseWrong(path, 'This is not the current password');
}

function refuseWrong(path: string, message: string): never {
  refuse(403, message, { code: 'PASSWORD_WRONG', errors: [{ path, message }] });
}

/** Records nothing of what was typed for an unknown account: it may be a secret. */
function recordFailure(context: SiteCall, id: number | undefined): void {
  recordDenial(context, {
    who: id === undefined ? `site ${context.site.program_id}` : `user ${id}`,
    admin_id: null,
    program_id: context.site.program_id,
    entity: id === undefined ? 'unknown account' : 'site_user',
    entity_id: id ?? 0,
    action: 'sign_in_failed',
    reason: 'The email or the password is wrong',
  });
}
