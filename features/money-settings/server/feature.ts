import { feature } from '../../../server/feature.ts';
import { moneySettingsContract } from '../contract.ts';
import { moneySettingsRoutes } from './routes.ts';

export const moneySettings = feature({
  contract: moneySettingsContract,
  routes: moneySettingsRoutes,
});
