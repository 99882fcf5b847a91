import { refuse } from '../../../../core/errors.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import { readSiteUser } from '../../server/site-users.ts';
import type { UserOfSite } from '../schemas.ts';
import { referenceOf } from './user-references.ts';

/** Throws a 404 at `id` for who is closed, a stranger to the site, or nobody. */
export async function readUser(context: SiteCall, id: number): Promise<UserOfSite> {
  await requireUser(context, id);
  const user = await readSiteUser(context, id);
  const { email, first_name, last_name, user_type, locale, timezone, categories } = user;
  const { photo, lilt_balance, level, updated_at } = user;
  return {
    id,
    reference: await referenceOf(context, id),
    email,
    first_name,
    last_name,
    user_type,
    locale,
    timezone,
    membership: user.membership === 1,
    categories,
    photo_id: photo?.id ?? null,
    photo,
    lilt_balance,
    level,
    updated_at,
  };
}

/** The person, who is there; throws as {@link readUser}. */
export async function requireUser({ db }: SiteCall, id: number) {
  const user = await db
    .selectFrom('site_users')
    .select(['email_key', 'user_type'])
    .where('id', '=', id)
    .where('del_status', '=', 0)
    .executeTakeFirst();
  return user ?? noSuchUser(id);
}

export function noSuchUser(id: number): never {
  const message = `There is no user ${id}`;
  refuse(404, message, { errors: [{ path: 'id', message }] });
}
