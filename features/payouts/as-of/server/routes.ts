import { implementRoutes } from '../../../../server/http/routing.ts';
import { moneyAsOfContract } from '../contract.ts';
import { classMoneyAsOf, programMoneyAsOf, userMoneyAsOf } from './money-as-of.ts';

const routes = implementRoutes(moneyAsOfContract);

export const moneyAsOfRoutes = routes.router({
  userMoneyAsOf: routes.userMoneyAsOf.handler(({ context, input }) => userMoneyAsOf(context, input)),
  programMoneyAsOf: routes.programMoneyAsOf.handler(({ context, input }) => programMoneyAsOf(context, input)),
  classMoneyAsOf: routes.classMoneyAsOf.handler(({ context, input }) => classMoneyAsOf(context, input)),
});
