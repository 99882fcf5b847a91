import { feature } from '../../../../server/feature.ts';
import { sessionsContract } from '../contract.ts';
import { sessionsRoutes } from './routes.ts';

export const sessions = feature({ contract: sessionsContract, routes: sessionsRoutes });
