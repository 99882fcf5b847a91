import type { AnyContractRouter } from '@orpc/contract';
import {
  type AnyProcedure,
  type AnyRouter,
  getRouter,
  implement,
  isProcedure,
  traverseContractProcedures,
  unlazy,
} from '@orpc/server';
import type { Call } from '../context.ts';

/** Returns the implementer of a feature's contract; its `router({...})` does not compile while a route is missing. */
export function implementRoutes<Contract extends AnyContractRouter>(contract: Contract) {
  return implement(contract).$context<Call>();
}

/** Returns the procedures of a router with their paths in it. Throws where one has no handler. */
export async function proceduresOf(
  router: AnyRouter,
): Promise<{ path: readonly string[]; procedure: AnyProcedure }[]> {
  const paths: (readonly string[])[] = [];
  traverseContractProcedures({ router, path: [] }, ({ path }) => void paths.push(path));
  return Promise.all(
    paths.map(async (path) => {
      const { default: procedure } = await unlazy(getRouter(router, path));
      if (!isProcedure(procedure)) throw new Error(`${path.join('.')} has no handler`);
      return { path, procedure };
    }),
  );
}
