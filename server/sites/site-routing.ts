import type { AnyContractRouter } from '@orpc/contract';
import { implement } from '@orpc/server';
import type { SiteCall } from './site-context.ts';

/** Returns the implementer of a feature's site contract; its `router({...})` does not compile while a route is missing. */
export function implementSiteRoutes<Contract extends AnyContractRouter>(contract: Contract) {
  return implement(contract).$context<SiteCall>();
}
