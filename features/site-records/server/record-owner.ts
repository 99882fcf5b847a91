import { notFoundAt } from '../../../core/errors.ts';
import type { Locale } from '../../../core/locales.ts';
import type { SiteCall } from '../../../server/sites/site-context.ts';
import type { SiteListQuery } from '../../../server/sites/site-lists.ts';

export type RecordsQuery = SiteListQuery & { id: number; locale?: Locale | undefined };

/** Throws a 404 for whoever is no user of the site, deleted ones among them. */
export async function refuseStranger({ db }: SiteCall, id: number): Promise<void> {
  const known = await db
    .selectFrom('site_users')
    .select('id')
    .where('id', '=', id)
    .where('del_status', '=', 0)
    .executeTakeFirst();
  if (!known) notFoundAt('id');
}
