import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { eventReadsContract } from '../contract.ts';
import { siteDraw } from './site-draws.ts';
import { siteEvent, siteEvents } from './site-events.ts';

const routes = implementSiteRoutes(eventReadsContract);

export const eventReadsRoutes = routes.router({
  events: routes.events.handler(({ context, input }) => siteEvents(context, input)),
  event: routes.event.handler(({ context, input }) => siteEvent(context, input)),
  draw: routes.draw.handler(({ context, input }) => siteDraw(context, input)),
});
