import { feature } from '../../../server/feature.ts';
import { eventsContract } from '../contract.ts';
import { mountDrawProofs } from '../draws/server/serve-proofs.ts';
import { eventConstraints } from './constraints.ts';
import { eventsRoutes } from './routes.ts';

export const events = feature({
  contract: eventsContract,
  routes: eventsRoutes,
  constraints: eventConstraints,
  mounts: [mountDrawProofs],
  demo: () => import('./demo.ts'),
});
