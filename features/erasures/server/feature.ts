import { feature } from '../../../server/feature.ts';
import { erasureContract } from '../contract.ts';
import { erasePeople } from './erase-people.job.ts';
import { erasureRoutes } from './routes.ts';

export const erasure = feature({
  contract: erasureContract,
  routes: erasureRoutes,
  constraints: {
    erased_people_stay: 'This user is erased',
    // What began between the look and the beginning.
    erasures_settled: 'Something else of this user has just begun. Settle it first',
  },
  jobs: [erasePeople],
});
