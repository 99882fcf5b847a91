import { implementRoutes } from '../../../../server/http/routing.ts';
import { securityContract } from '../contract.ts';
import { readSecuritySettings, saveSecuritySettings } from './security-settings.ts';

const routes = implementRoutes(securityContract);

export const securityRoutes = routes.router({
  securitySettings: routes.securitySettings.handler(({ context }) => readSecuritySettings(context)),
  saveSecuritySettings: routes.saveSecuritySettings.handler(({ context, input }) =>
    saveSecuritySettings(context, input),
  ),
});
