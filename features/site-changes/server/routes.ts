import { implementSiteRoutes } from '../../../server/sites/site-routing.ts';
import { siteChangesContract } from '../contract.ts';
import { readChanges } from './site-changes.ts';

const routes = implementSiteRoutes(siteChangesContract);

export const siteChangesRoutes = routes.router({
  changes: routes.changes.handler(({ context, input }) => readChanges(context, input)),
});
