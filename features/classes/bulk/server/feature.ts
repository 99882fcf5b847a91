import { feature } from '../../../../server/feature.ts';
import { bulkAssignmentsContract } from '../contract.ts';
import { bulkAssignmentsRoutes } from './routes.ts';

export const bulkAssignments = feature({
  contract: bulkAssignmentsContract,
  routes: bulkAssignmentsRoutes,
});
