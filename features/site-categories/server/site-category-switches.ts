import type { SwitchedRecord } from '../../../core/nouns/switch-routes.ts';
import type { TransactionContext } from '../../../server/context.ts';
import { updateSiteCategory } from './site-category-saves.ts';

export const SITE_CATEGORY_SWITCHES = {
  set: {
    status: (tx: TransactionContext, { id, updated_at, to }: SwitchedRecord) =>
      updateSiteCategory(tx, id, { status: to === 1, updated_at }),
  },
};
