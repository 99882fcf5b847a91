import { feature } from '../../../../server/feature.ts';
import { paymentContract } from '../contract.ts';
import { mailPayeeChanges } from './mail-payee-changes.job.ts';
import { sweepPayeeChanges } from './payee-changes.ts';
import { paymentRoutes } from './routes.ts';

export const payment = feature({
  contract: paymentContract,
  routes: paymentRoutes,
  jobs: [mailPayeeChanges],
  sweeps: [sweepPayeeChanges],
  demo: () => import('./demo.ts'),
});
