import { feature } from '../../../../server/feature.ts';
import { seenContract } from '../contract.ts';
import { seenRoutes } from './routes.ts';

export const seen = feature({
  contract: seenContract,
  routes: seenRoutes,
});
