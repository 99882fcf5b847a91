import { implementRoutes } from '../../../server/http/routing.ts';
import { authContract } from '../contract.ts';
import { changePassword } from './password-resets.ts';
import { requestPasswordReset } from './reset-requests.ts';
import { refresh, signIn, signOut } from './sign-in.ts';
import { readMe } from './signed-in-user.ts';
import { stepUp } from './step-up.ts';

const routes = implementRoutes(authContract);

export const authRoutes = routes.router({
  signIn: routes.signIn.handler(({ context, input }) => signIn(context, input)),
  refresh: routes.refresh.handler(({ context, input }) => refresh(context, input?.refresh_token)),
  signOut: routes.signOut.handler(async ({ context, input }) => {
    await signOut(context, input?.refresh_token);
    return { message: 'Signed out' };
  }),
  me: routes.me.handler(async ({ context }) => ({
    user: await readMe(context),
  })),
  stepUp: routes.stepUp.handler(async ({ context, input }) => {
    await stepUp(context, input.password);
    return { message: 'Thank you' };
  }),
  proven: routes.proven.handler(() => ({ message: 'Proven' })),
  recoverPassword: routes.recoverPassword.handler(async ({ context, input }) => {
    await requestPasswordReset(context, input.email);
    return { message: 'Check your email for further instructions' };
  }),
  changePassword: routes.changePassword.handler(async ({ context, input }) => {
    await changePassword(context, input);
    return { message: 'Your new password is set' };
  }),
});
