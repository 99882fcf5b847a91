import { feature } from '../../../../server/feature.ts';
import { webhooksContract } from '../contract.ts';
import { sweepDeliveries } from './deliveries.ts';
import { webhooksRoutes } from './routes.ts';
import { mountWebhooks, sendWebhooks } from './send-webhooks.job.ts';

export const webhooks = feature({
  contract: webhooksContract,
  routes: webhooksRoutes,
  jobs: [sendWebhooks],
  mounts: [mountWebhooks],
  sweeps: [sweepDeliveries],
});
