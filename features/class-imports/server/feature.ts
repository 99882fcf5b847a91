import { feature } from '../../../server/feature.ts';
import { LARGEST_FILE_BYTES } from '../../imports/rules.ts';
import { classImportsContract } from '../contract.ts';
import { classImportsRoutes } from './routes.ts';

export const classImports = feature({
  contract: classImportsContract,
  routes: classImportsRoutes,
  demo: () => import('./demo.ts'),
  forms: {
    createClassImport: {
      largest: LARGEST_FILE_BYTES,
      field: 100_000,
      longest: 600_000,
      folder: 'class-imports',
    },
  },
});
