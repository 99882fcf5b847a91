import { implementRoutes } from '../../../../server/http/routing.ts';
import { secondFactorContract } from '../contract.ts';
import {
  beginOneTimeCodes,
  confirmOneTimeCodes,
  readSecondFactor,
  removeOneTimeCodes,
  renewRecoveryCodes,
  resetSecondFactor,
} from './second-factor.ts';

const routes = implementRoutes(secondFactorContract);

export const secondFactorRoutes = routes.router({
  secondFactor: routes.secondFactor.handler(({ context }) => readSecondFactor(context)),
  beginOneTimeCodes: routes.beginOneTimeCodes.handler(({ context, input }) =>
    beginOneTimeCodes(context, input.password),
  ),
  confirmOneTimeCodes: routes.confirmOneTimeCodes.handler(({ context, input }) =>
    confirmOneTimeCodes(context, input.code),
  ),
  removeOneTimeCodes: routes.removeOneTimeCodes.handler(({ context, input }) =>
    removeOneTimeCodes(context, input.password),
  ),
  renewRecoveryCodes: routes.renewRecoveryCodes.handler(({ context, input }) =>
    renewRecoveryCodes(context, input.password),
  ),
  resetSecondFactor: routes.resetSecondFactor.handler(({ context, input }) =>
    resetSecondFactor(context, input),
  ),
});
