import { siteFeature } from '../../../../server/feature.ts';
import { UPLOADS } from '../../rules.ts';
import { uploadsOfSitesContract } from '../contract.ts';
import { uploadsOfSitesRoutes } from './routes.ts';

export const uploadsOfSites = siteFeature({
  contract: uploadsOfSitesContract,
  routes: uploadsOfSitesRoutes,
  forms: { upload: { largest: UPLOADS['user-photo'].bytes, field: 1000, longest: 120_000 } },
});
