import { siteFeature } from '../../../../server/feature.ts';
import { siteChargesContract } from '../contract.ts';
import { bookWaitingSalesJob } from './book-waiting-sales.job.ts';
import { siteChargesRoutes } from './routes.ts';

export const siteCharges = siteFeature({
  contract: siteChargesContract,
  routes: siteChargesRoutes,
  jobs: [bookWaitingSalesJob],
});
