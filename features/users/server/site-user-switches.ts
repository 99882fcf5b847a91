/** Switches of many users at once; what signs in, mails or pays is none of them. Specification: Site users. */
import type { SwitchedRecord } from '../../../core/nouns/switch-routes.ts';
import type { TransactionContext } from '../../../server/context.ts';
import type { SiteUserChange } from '../user-schemas.ts';
import { updateUser } from './site-user-saves.ts';

export const SITE_USER_SWITCHES = {
  set: { status: setTo('status'), approved: setTo('approved'), viewable: setTo('viewable') },
};

function setTo(field: 'status' | 'approved' | 'viewable') {
  return async (tx: TransactionContext, { id, updated_at, to }: SwitchedRecord) => ({
    updated_at: await updateUser(tx, { id, data: { [field]: to, updated_at } as SiteUserChange }),
  });
}
