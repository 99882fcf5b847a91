import { feature } from '../../../../server/feature.ts';
import { securityContract } from '../contract.ts';
import { securityRoutes } from './routes.ts';

export const security = feature({ contract: securityContract, routes: securityRoutes });
