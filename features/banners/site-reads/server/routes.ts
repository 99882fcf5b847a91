import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { bannerReadsContract } from '../contract.ts';
import { siteBanners } from './site-banners.ts';

const routes = implementSiteRoutes(bannerReadsContract);

export const bannerReadsRoutes = routes.router({
  banners: routes.banners.handler(({ context, input }) => siteBanners(context, input)),
});
