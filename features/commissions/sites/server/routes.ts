import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { siteCodesContract } from '../contract.ts';
import { checkCode } from './check-code.ts';

const routes = implementSiteRoutes(siteCodesContract);

export const siteCodesRoutes = routes.router({
  checkCode: routes.checkCode.handler(({ context, input }) => checkCode(context, input)),
});
