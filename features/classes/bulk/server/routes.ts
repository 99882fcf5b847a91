import { implementRoutes } from '../../../../server/http/routing.ts';
import { bulkAssignmentsContract } from '../contract.ts';
import { assignClasses, undoBulk } from './bulk-assignments.ts';

const routes = implementRoutes(bulkAssignmentsContract);

export const bulkAssignmentsRoutes = routes.router({
  assignClasses: routes.assignClasses.handler(({ context, input }) => assignClasses(context, input)),
  undoBulk: routes.undoBulk.handler(({ context, input }) => undoBulk(context, input.id)),
});
