import type { SwitchedRecord } from '../../../core/nouns/switch-routes.ts';
import type { TransactionContext } from '../../../server/context.ts';
import { removeCoupon } from './coupon-saves.ts';

export const COUPON_SWITCHES = {
  set: {
    removed: (tx: TransactionContext, { id, updated_at }: SwitchedRecord) =>
      removeCoupon(tx, { id, updated_at }),
  },
};
