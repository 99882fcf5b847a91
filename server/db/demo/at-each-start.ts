/** Seeds what a demo makes anew at each start, apart from the large list of what is made once. */
import { makeExampleSiteKeys } from '../../../features/programs/site-keys/server/example-site-keys.ts';
import { seeDemoUsers } from '../../../features/users/presence/server/demo.ts';
import type { TransactionContext } from '../../context.ts';

export const AT_EACH_START: readonly ((tx: TransactionContext) => Promise<void>)[] = [
  ({ db }) => seeDemoUsers(db),
  makeExampleSiteKeys,
];
