import { feature } from '../../../server/feature.ts';
import { auditContract } from '../contract.ts';
import { auditRoutes } from './routes.ts';

export const audit = feature({
  contract: auditContract,
  routes: auditRoutes,
});
