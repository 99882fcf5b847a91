import { feature } from '../../../server/feature.ts';
import { exportsContract } from '../contract.ts';
import { exportsRoutes } from './routes.ts';
import { makeExports } from './run-exports.job.ts';
import { mountReports } from './serve-reports.ts';

export const exports = feature({
  contract: exportsContract,
  routes: exportsRoutes,
  jobs: [makeExports],
  mounts: [mountReports],
});
