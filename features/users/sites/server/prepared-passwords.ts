/** Passwords of people of whom a site tells, hashed before anything is held. Specification: Sites, people. */
import { must } from '../../../../core/must.ts';
import type { Told } from '../../../../core/sites/told.ts';
import { hashPasswords, passwordMatches } from '../../../../server/passwords/password-hashes.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import type { ToldUser } from '../schemas.ts';
import { findToldUser } from './found-users.ts';

/** A hash to be kept, null where the person has this password already; `user_id` undefined: whoever it turns out to be. */
export type PreparedPassword = { user_id: number | null | undefined; password_hash: string | null };
export type PreparedPasswords = ReadonlyMap<ToldUser, PreparedPassword>;

/** Hashes the passwords of a call, by its objects; with `compares` only those that their people do not have already. */
export async function preparePasswords(
  context: SiteCall,
  { items }: Told<ToldUser>,
  compares: boolean,
): Promise<PreparedPasswords> {
  const prepared = new Map<ToldUser, PreparedPassword>();
  const fresh: { user: ToldUser; user_id: number | null | undefined; password: string }[] = [];
  for (const one of items) {
    if (!('item' in one) || one.item.password === undefined) continue;
    const { item: user } = one;
    const { password = '' } = user;
    const find = async () => (await findToldUser(context.db, context.site, user))?.id ?? null;
    const user_id = compares ? await find() : undefined;
    if (user_id && (await hasPassword(context, user_id, password)))
      prepared.set(user, { user_id, password_hash: null });
    else fresh.push({ user, user_id, password });
  }
  const hashes = await hashPasswords(fresh.map(({ password }) => password));
  for (const [index, { user, user_id }] of fresh.entries())
    prepared.set(user, { user_id, password_hash: must(hashes[index], 'hash of a password') });
  return prepared;
}

async function hasPassword(
  { platform, site }: SiteCall,
  user_id: number,
  password: string,
): Promise<boolean> {
  const user = await platform.database.signIn
    .selectFrom('site_users')
    .select('password_hash')
    .where('id', '=', user_id)
    .where('program_id', '=', site.program_id)
    .executeTakeFirst();
  if (!user?.password_hash) return false;
  return passwordMatches(user.password_hash, password, `site ${site.program_id}`);
}
