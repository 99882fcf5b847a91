import { feature } from '../../../../server/feature.ts';
import { ownPasswordContract } from '../contract.ts';
import { ownPasswordRoutes } from './routes.ts';

export const ownPassword = feature({ contract: ownPasswordContract, routes: ownPasswordRoutes });
