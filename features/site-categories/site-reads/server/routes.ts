import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { categoryReadsContract } from '../contract.ts';
import { siteCategories } from './site-categories.ts';

const routes = implementSiteRoutes(categoryReadsContract);

export const categoryReadsRoutes = routes.router({
  categories: routes.categories.handler(({ context, input }) => siteCategories(context, input)),
});
