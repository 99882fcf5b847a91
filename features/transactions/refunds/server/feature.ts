import { feature } from '../../../../server/feature.ts';
import { refundsContract } from '../contract.ts';
import { refundsRoutes } from './routes.ts';
import { sendRefunds } from './send-refunds.job.ts';
import { mountStripeWebhooks } from './stripe-webhooks.ts';
import { sweepProviderEvents } from './sweep-provider-events.ts';

export const refunds = feature({
  contract: refundsContract,
  routes: refundsRoutes,
  jobs: [sendRefunds],
  sweeps: [sweepProviderEvents],
  mounts: [mountStripeWebhooks],
  demo: () => import('./demo.ts'),
});
