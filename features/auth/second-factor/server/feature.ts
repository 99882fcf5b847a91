import { feature } from '../../../../server/feature.ts';
import { secondFactorContract } from '../contract.ts';
import { secondFactorRoutes } from './routes.ts';

export const secondFactor = feature({ contract: secondFactorContract, routes: secondFactorRoutes });
