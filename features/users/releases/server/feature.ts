import { feature } from '../../../../server/feature.ts';
import { payoutReleasesContract } from '../contract.ts';
import { payoutReleasesRoutes } from './routes.ts';

export const payoutReleases = feature({
  contract: payoutReleasesContract,
  routes: payoutReleasesRoutes,
});
