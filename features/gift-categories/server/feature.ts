import { feature } from '../../../server/feature.ts';
import { giftCategoriesContract } from '../contract.ts';
import { giftCategoryConstraints } from './constraints.ts';
import { giftCategoriesRoutes } from './routes.ts';

export const giftCategories = feature({
  contract: giftCategoriesContract,
  routes: giftCategoriesRoutes,
  constraints: giftCategoryConstraints,
  demo: () => import('./demo.ts'),
});
