import { feature } from '../../../server/feature.ts';
import { siteCategoriesContract } from '../contract.ts';
import { siteCategoryConstraints } from './constraints.ts';
import { siteCategoriesRoutes } from './routes.ts';

export const siteCategories = feature({
  contract: siteCategoriesContract,
  routes: siteCategoriesRoutes,
  constraints: siteCategoryConstraints,
  demo: () => import('./demo.ts'),
});
