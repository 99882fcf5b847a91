/** The call that saves a bundle. */
import { implementRoutes } from '../../../server/routing.ts';
import { bundlesContract } from '../contract.ts';
import { saveBundle } from './bundles.ts';

const os = implementRoutes(bundlesContract);

export const bundlesRoutes = os.router({
  saveBundle: os.saveBundle.handler(({ context, input }) => saveBundle(context, input)),
});
