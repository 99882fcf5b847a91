import { feature } from '../../../server/feature.ts';
import { authContract } from '../contract.ts';
import { mailAskedPasswordResets } from './mail-password-resets.job.ts';
import { authRoutes } from './routes.ts';
import {
  sweepPasswordResets,
  sweepRecoveryCalls,
  sweepRefreshTokens,
  sweepSessions,
  sweepSignInFailures,
} from './sweeps.ts';

export const auth = feature({
  contract: authContract,
  routes: authRoutes,
  jobs: [mailAskedPasswordResets],
  sweeps: [sweepRefreshTokens, sweepSessions, sweepPasswordResets, sweepSignInFailures, sweepRecoveryCalls],
});
