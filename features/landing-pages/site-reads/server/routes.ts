import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { pageReadsContract } from '../contract.ts';
import { sitePage, sitePages } from './site-pages.ts';

const routes = implementSiteRoutes(pageReadsContract);

export const pageReadsRoutes = routes.router({
  pages: routes.pages.handler(({ context, input }) => sitePages(context, input)),
  page: routes.page.handler(({ context, input }) => sitePage(context, input)),
});
