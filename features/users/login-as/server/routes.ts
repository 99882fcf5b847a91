import { implementRoutes } from '../../../../server/http/routing.ts';
import { loginAsContract } from '../contract.ts';
import { endLogin, exchangeLogin, loginState } from './exchange.ts';
import { openLogin } from './login-as.ts';

const routes = implementRoutes(loginAsContract);

export const loginAsRoutes = routes.router({
  openLogin: routes.openLogin.handler(({ context, input }) => openLogin(context, input.id)),
  openLoginByGet: routes.openLoginByGet.handler(({ context, input }) => openLogin(context, input.id)),
  exchangeLogin: routes.exchangeLogin.handler(({ context, input }) => exchangeLogin(context, input)),
  loginState: routes.loginState.handler(({ context, input }) => loginState(context, input)),
  endLogin: routes.endLogin.handler(({ context, input }) => endLogin(context, input)),
});
