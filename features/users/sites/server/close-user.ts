import { transact } from '../../../../server/context.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import { SITE_USER } from '../../server/site-user-noun.ts';
import { updateUser } from '../../server/site-user-saves.ts';
import { noSuchUser } from './users-of-site.ts';

/** Marks somebody as deleted; who is already stays so. Throws a 404 at `id` for a stranger to the site. */
export function closeUser(context: SiteCall, id: number): Promise<{ user_id: number; closed: true }> {
  return transact(context, async (tx) => {
    const user = (await SITE_USER.lockRow(tx, id)) ?? noSuchUser(id);
    if (user.del_status === 0) await updateUser(tx, { id, data: { del_status: 1 } });
    return { user_id: id, closed: true };
  });
}
