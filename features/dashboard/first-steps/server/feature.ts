import { feature } from '../../../../server/feature.ts';
import { firstStepsContract } from '../contract.ts';
import { firstStepsRoutes } from './routes.ts';

export const firstSteps = feature({ contract: firstStepsContract, routes: firstStepsRoutes });
