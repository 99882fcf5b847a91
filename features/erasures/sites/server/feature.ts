import { siteFeature } from '../../../../server/feature.ts';
import { siteErasureContract } from '../contract.ts';
import { siteErasureRoutes } from './routes.ts';

export const siteErasure = siteFeature({ contract: siteErasureContract, routes: siteErasureRoutes });
