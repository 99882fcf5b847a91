import { refuse } from '../../../../core/errors.ts';
import type { TransactionContext } from '../../../../server/context.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';

/** The site's name for somebody; null without one. */
export async function referenceOf({ db, site }: SiteCall, user_id: number): Promise<string | null> {
  const known = await db
    .selectFrom('site_user_references')
    .select('reference')
    .where('program_id', '=', site.program_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return known?.reference ?? null;
}

/** Names somebody, no longer as before; answers whether that is new. A closed account's name is free. 409 `REFERENCE_TAKEN` at `reference` if another's. */
export async function nameUser(
  { db, site }: SiteCall & TransactionContext,
  user_id: number,
  reference: string,
): Promise<boolean> {
  const { program_id } = site;
  const taken = await db
    .selectFrom('site_user_references as r')
    .innerJoin('site_users as u', 'u.id', 'r.user_id')
    .select(['r.user_id', 'u.del_status'])
    .where('r.program_id', '=', program_id)
    .where('r.reference', '=', reference)
    .executeTakeFirst();
  if (taken?.user_id === user_id) return false;
  if (taken?.del_status === 0) {
    const message = 'This reference belongs to another user';
    refuse(409, message, { code: 'REFERENCE_TAKEN', errors: [{ path: 'reference', message }] });
  }
  await db
    .deleteFrom('site_user_references')
    .where('program_id', '=', program_id)
    .where((row) => row.or([row('reference', '=', reference), row('user_id', '=', user_id)]))
    .execute();
  await db.insertInto('site_user_references').values({ program_id, reference, user_id }).execute();
  return true;
}
