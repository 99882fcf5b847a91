import { siteFeature } from '../../../../server/feature.ts';
import { userSignInContract } from '../contract.ts';
import { mailSitePasswordResets } from './mail-site-password-resets.job.ts';
import { userSignInRoutes } from './routes.ts';
import { sweepSitePasswordResets } from './sweeps.ts';

export const userSignIn = siteFeature({
  contract: userSignInContract,
  routes: userSignInRoutes,
  jobs: [mailSitePasswordResets],
  sweeps: [sweepSitePasswordResets],
});
