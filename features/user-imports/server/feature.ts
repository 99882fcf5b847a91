import { feature } from '../../../server/feature.ts';
import { LARGEST_FILE_BYTES } from '../../imports/rules.ts';
import { userImportsContract } from '../contract.ts';
import { userImportsRoutes } from './routes.ts';
import { makeImports, mountImports } from './run-imports.job.ts';

export const userImports = feature({
  contract: userImportsContract,
  routes: userImportsRoutes,
  jobs: [makeImports],
  mounts: [mountImports],
  forms: {
    createUserImport: {
      largest: LARGEST_FILE_BYTES,
      field: 100_000,
      longest: 600_000,
      folder: 'user-imports',
    },
  },
  demo: () => import('./demo.ts'),
});
