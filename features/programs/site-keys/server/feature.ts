import { feature } from '../../../../server/feature.ts';
import { siteKeysContract } from '../contract.ts';
import { mountExampleSites } from './example-sites.ts';
import { siteKeysRoutes } from './routes.ts';

export const siteKeys = feature({
  contract: siteKeysContract,
  routes: siteKeysRoutes,
  mounts: [mountExampleSites],
});
