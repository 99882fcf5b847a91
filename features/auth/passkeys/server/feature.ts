import { feature } from '../../../../server/feature.ts';
import { passkeysContract } from '../contract.ts';
import { sweepPasskeyChallenges } from './challenges.ts';
import { passkeysRoutes } from './routes.ts';

export const passkeys = feature({
  contract: passkeysContract,
  routes: passkeysRoutes,
  sweeps: [sweepPasskeyChallenges],
});
