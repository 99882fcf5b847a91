import { siteFeature } from '../../../../server/feature.ts';
import { usersOfSiteContract } from '../contract.ts';
import { usersOfSiteRoutes } from './routes.ts';

export const usersOfSite = siteFeature({ contract: usersOfSiteContract, routes: usersOfSiteRoutes });
