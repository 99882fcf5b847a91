import { feature } from '../../../server/feature.ts';
import { bundlesContract } from '../contract.ts';
import { bundlesRoutes } from './routes.ts';

export const bundles = feature({
  contract: bundlesContract,
  routes: bundlesRoutes,
});
