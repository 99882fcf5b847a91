import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { classReadsContract } from '../contract.ts';
import { siteClass, siteClasses } from './site-classes.ts';

const routes = implementSiteRoutes(classReadsContract);

export const classReadsRoutes = routes.router({
  classes: routes.classes.handler(({ context, input }) => siteClasses(context, input)),
  class: routes.class.handler(({ context, input }) => siteClass(context, input)),
});
