import { implementRoutes } from '../../../server/http/routing.ts';
import { moneySettingsContract } from '../contract.ts';
import {
  approveMoneySettings,
  readMoneySettings,
  rejectMoneySettings,
  saveMoneySettings,
} from './money-settings.ts';

const routes = implementRoutes(moneySettingsContract);

export const moneySettingsRoutes = routes.router({
  moneySettings: routes.moneySettings.handler(({ context }) => readMoneySettings(context)),
  saveMoneySettings: routes.saveMoneySettings.handler(({ context, input }) =>
    saveMoneySettings(context, input),
  ),
  approveMoneySettings: routes.approveMoneySettings.handler(({ context, input }) =>
    approveMoneySettings(context, input.id),
  ),
  rejectMoneySettings: routes.rejectMoneySettings.handler(({ context, input }) =>
    rejectMoneySettings(context, input.id),
  ),
});
