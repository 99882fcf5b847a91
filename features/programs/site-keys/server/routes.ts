import { implementRoutes } from '../../../../server/http/routing.ts';
import { siteKeysContract } from '../contract.ts';
import { createSiteKey, endSiteKey, listSiteKeys, makeSiteKey } from './site-keys.ts';

const routes = implementRoutes(siteKeysContract);

export const siteKeysRoutes = routes.router({
  siteKeys: routes.siteKeys.handler(({ context, input }) => listSiteKeys(context, input.id)),
  createSiteKey: routes.createSiteKey.handler(({ context, input }) => createSiteKey(context, input)),
  endSiteKey: routes.endSiteKey.handler(({ context, input }) => endSiteKey(context, input)),
  makeSiteKey: routes.makeSiteKey.handler(({ context, input }) => makeSiteKey(context, input)),
});
