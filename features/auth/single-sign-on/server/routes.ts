import { implementRoutes } from '../../../../server/http/routing.ts';
import { signOnContract } from '../contract.ts';
import { beginSignOn, beginSignOnAgain, signOnOptions } from './sign-on.ts';

const routes = implementRoutes(signOnContract);

export const signOnRoutes = routes.router({
  signOnOptions: routes.signOnOptions.handler(({ context }) => signOnOptions(context)),
  beginSignOn: routes.beginSignOn.handler(({ context, input }) => beginSignOn(context, input)),
  beginSignOnAgain: routes.beginSignOnAgain.handler(({ context, input }) => beginSignOnAgain(context, input)),
});
