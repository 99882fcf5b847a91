import { feature } from '../../../server/feature.ts';
import { LARGEST_FILE_BYTES } from '../../imports/rules.ts';
import { siteImportsContract } from '../contract.ts';
import { siteImportsRoutes } from './routes.ts';

export const siteImports = feature({
  contract: siteImportsContract,
  routes: siteImportsRoutes,
  demo: () => import('./demo.ts'),
  forms: {
    createSiteImport: {
      largest: LARGEST_FILE_BYTES,
      field: 100_000,
      longest: 600_000,
      folder: 'site-imports',
    },
  },
});
