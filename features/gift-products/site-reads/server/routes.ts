import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { productReadsContract } from '../contract.ts';
import { siteProducts } from './site-products.ts';

const routes = implementSiteRoutes(productReadsContract);

export const productReadsRoutes = routes.router({
  products: routes.products.handler(({ context, input }) => siteProducts(context, input)),
});
