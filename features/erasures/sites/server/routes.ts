import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { siteErasureContract } from '../contract.ts';
import { askDataRequest, readDataRequest } from './site-data-request.ts';
import { askErasure, readSiteErasure } from './site-erasure.ts';

const routes = implementSiteRoutes(siteErasureContract);

export const siteErasureRoutes = routes.router({
  erasure: routes.erasure.handler(({ context, input }) => readSiteErasure(context, input.id)),
  askErasure: routes.askErasure.handler(({ context, input }) => askErasure(context, input.id)),
  dataRequest: routes.dataRequest.handler(({ context, input }) => readDataRequest(context, input.id)),
  askData: routes.askData.handler(({ context, input }) => askDataRequest(context, input.id)),
});
