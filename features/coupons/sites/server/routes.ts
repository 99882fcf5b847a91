import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { siteCouponsContract } from '../contract.ts';
import { checkCoupon } from './check-coupon.ts';

const routes = implementSiteRoutes(siteCouponsContract);

export const siteCouponsRoutes = routes.router({
  checkCoupon: routes.checkCoupon.handler(({ context, input }) => checkCoupon(context, input)),
});
