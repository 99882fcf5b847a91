/** Seeds what a demo makes anew at each start, apart from the large list of what is made once. */
import { seeDemoUsers } from '../../../features/users/presence/server/demo.ts';
import type { Trx } from '../client.ts';

export const AT_EACH_START: readonly ((trx: Trx) => Promise<void>)[] = [seeDemoUsers];
