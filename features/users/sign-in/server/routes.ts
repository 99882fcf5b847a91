import { implementSiteRoutes } from '../../../../server/sites/site-routing.ts';
import { userSignInContract } from '../contract.ts';
import { askForLink, setPassword } from './recovery.ts';
import { signInUser } from './user-sign-in.ts';

const routes = implementSiteRoutes(userSignInContract);

export const userSignInRoutes = routes.router({
  signIn: routes.signIn.handler(async ({ context, input }) => ({ user: await signInUser(context, input) })),
  recoverPassword: routes.recoverPassword.handler(({ context, input }) => askForLink(context, input.email)),
  setPassword: routes.setPassword.handler(({ context, input }) => setPassword(context, input)),
});
