import { feature } from '../../../../server/feature.ts';
import { moneyAsOfContract } from '../contract.ts';
import { moneyAsOfRoutes } from './routes.ts';

export const payoutsAsOf = feature({ contract: moneyAsOfContract, routes: moneyAsOfRoutes });
