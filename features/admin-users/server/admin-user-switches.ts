import type { SwitchedRecord } from '../../../core/nouns/switch-routes.ts';
import type { Call, TransactionContext } from '../../../server/context.ts';
import { overAdmins, removeAdmin } from './admin-users.ts';

export const ADMIN_USER_SWITCHES = {
  set: {
    removed: (tx: Call & TransactionContext, { id, updated_at }: SwitchedRecord) =>
      removeAdmin(tx, { id, updated_at }),
  },
  within: overAdmins,
};
