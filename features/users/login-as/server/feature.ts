import { feature } from '../../../../server/feature.ts';
import { loginAsContract } from '../contract.ts';
import { sweepSiteLogins } from './login-as.ts';
import { loginAsRoutes } from './routes.ts';

export const loginAs = feature({
  contract: loginAsContract,
  routes: loginAsRoutes,
  sweeps: [sweepSiteLogins],
});
