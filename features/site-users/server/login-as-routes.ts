import { implementRoutes } from '../../../server/routing.ts';
import { loginAsContract } from '../login-as-contract.ts';
import { openLogin } from './login-as.ts';
import { endLogin, exchangeLogin, loginState } from './login-as-exchange.ts';

const routes = implementRoutes(loginAsContract);

export const loginAsRoutes = routes.router({
  openLogin: routes.openLogin.handler(({ context, input }) => openLogin(context, input.id)),
  openLoginByGet: routes.openLoginByGet.handler(({ context, input }) => openLogin(context, input.id)),
  exchangeLogin: routes.exchangeLogin.handler(({ context, input }) => exchangeLogin(context, input)),
  loginState: routes.loginState.handler(({ context, input }) => loginState(context, input)),
  endLogin: routes.endLogin.handler(({ context, input }) => endLogin(context, input)),
});
