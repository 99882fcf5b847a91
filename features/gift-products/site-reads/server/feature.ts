import { siteFeature } from '../../../../server/feature.ts';
import { productReadsContract } from '../contract.ts';
import { productReadsRoutes } from './routes.ts';

export const productReads = siteFeature({
  contract: productReadsContract,
  routes: productReadsRoutes,
});
