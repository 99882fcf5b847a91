import { feature } from '../../../../server/feature.ts';
import { signOnContract } from '../contract.ts';
import { sweepSignOnAttempts } from './attempts.ts';
import { mountSignOnCallback } from './callback.ts';
import { signOnRoutes } from './routes.ts';

export const singleSignOn = feature({
  contract: signOnContract,
  routes: signOnRoutes,
  sweeps: [sweepSignOnAttempts],
  mounts: [mountSignOnCallback],
});
