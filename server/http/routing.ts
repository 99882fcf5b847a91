/** Turns a contract into typed handlers: `implementRoutes(contract)`. */

import type { AnyContractRouter } from '@orpc/contract';
import { implement } from '@orpc/server';
import type { Call } from '../context.ts';

/** Returns the implementer of a feature's contract; its `router({...})` does not compile while a route is missing. */
export function implementRoutes<Contract extends AnyContractRouter>(contract: Contract) {
  return implement(contract).$context<Call>();
}
