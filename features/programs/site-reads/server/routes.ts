import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { programReadsContract } from '../contract.ts';
import { siteProgram } from './site-program.ts';

const routes = implementSiteRoutes(programReadsContract);

export const programReadsRoutes = routes.router({
  program: routes.program.handler(({ context, input }) => siteProgram(context, input)),
});
