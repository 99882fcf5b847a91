import { feature } from '../../../../server/feature.ts';
import { membershipPayoutsContract } from '../contract.ts';
import { membershipPayoutsRoutes } from './routes.ts';

export const membershipPayouts = feature({
  contract: membershipPayoutsContract,
  routes: membershipPayoutsRoutes,
  demo: () => import('./demo.ts'),
});
