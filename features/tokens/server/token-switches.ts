import type { SwitchedRecord } from '../../../core/nouns/switch-routes.ts';
import type { TransactionContext } from '../../../server/context.ts';
import { updateToken } from './tokens.ts';

export const TOKEN_SWITCHES = {
  set: {
    status: (tx: TransactionContext, { id, updated_at, to }: SwitchedRecord) =>
      updateToken(tx, { id, token_data: { status: to === 1, updated_at } }),
  },
};
