import { implementRoutes } from '../../../server/routing.ts';
import { programsContract } from '../contract.ts';
import { pageOfPrograms } from './programs.ts';

const routes = implementRoutes(programsContract);

export const programsRoutes = routes.router({
  programs: routes.programs.handler(({ context, input }) => pageOfPrograms(context, input)),
});
