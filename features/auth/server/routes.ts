import { implementRoutes } from '../../../server/routing.ts';
import { authContract } from '../contract.ts';
import { changePassword } from './password-resets.ts';
import { recoverPassword } from './recover-password.job.ts';
import { refresh, signIn, signOut } from './sign-in.ts';
import { signedInUser } from './signed-in-user.ts';

const routes = implementRoutes(authContract);

export const authRoutes = routes.router({
  signIn: routes.signIn.handler(({ context, input }) => signIn(context, input)),
  refresh: routes.refresh.handler(({ context, input }) => refresh(context, input?.refresh_token)),
  signOut: routes.signOut.handler(async ({ context, input }) => {
    await signOut(context, input?.refresh_token);
    return { message: 'Signed out' };
  }),
  me: routes.me.handler(async ({ context }) => ({
    user: await signedInUser(context.db, context.actor.admin_id),
  })),
  recoverPassword: routes.recoverPassword.handler(async ({ context, input }) => {
    const { database, jobs } = context.platform;
    await jobs.send(database.everything, recoverPassword, { ...input, request: context.request_id });
    return { message: 'Check your email for further instructions' };
  }),
  changePassword: routes.changePassword.handler(async ({ context, input }) => {
    await changePassword(context, input);
    return { message: 'The new password is set' };
  }),
});
