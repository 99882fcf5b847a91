import { implementRoutes } from '../../../../server/http/routing.ts';
import { firstStepsContract } from '../contract.ts';
import { hideFirstSteps, readFirstSteps } from './first-steps.ts';

const routes = implementRoutes(firstStepsContract);

export const firstStepsRoutes = routes.router({
  firstSteps: routes.firstSteps.handler(async ({ context }) => ({ steps: await readFirstSteps(context) })),
  hideFirstSteps: routes.hideFirstSteps.handler(async ({ context, input }) => {
    await hideFirstSteps(context, input.hidden);
    return { hidden: input.hidden ? 1 : 0 };
  }),
});
