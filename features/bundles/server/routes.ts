import { implementRoutes } from '../../../server/http/routing.ts';
import { bundlesContract } from '../contract.ts';
import { saveBundle } from './bundles.ts';

const routes = implementRoutes(bundlesContract);

export const bundlesRoutes = routes.router({
  saveBundle: routes.saveBundle.handler(({ context, input }) => saveBundle(context, input)),
});
