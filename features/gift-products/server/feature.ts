import { feature } from '../../../server/feature.ts';
import { giftProductsContract } from '../contract.ts';
import { giftProductConstraints } from './constraints.ts';
import { giftProductsRoutes } from './routes.ts';

export const giftProducts = feature({
  contract: giftProductsContract,
  routes: giftProductsRoutes,
  constraints: giftProductConstraints,
  demo: () => import('./demo.ts'),
});
