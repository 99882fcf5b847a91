import { implementRoutes } from '../../../../server/http/routing.ts';
import { invitationsContract } from '../contract.ts';
import { acceptInvitation, openInvitation } from './accept.ts';
import { inviteAdminUser, resendInvitation, withdrawInvitation } from './invitations.ts';

const routes = implementRoutes(invitationsContract);

export const invitationsRoutes = routes.router({
  invitationSettings: routes.invitationSettings.handler(({ context }) => ({
    sends_email: context.platform.config.smtpUrl !== undefined,
  })),
  inviteAdminUser: routes.inviteAdminUser.handler(async ({ context, input }) => ({
    user: await inviteAdminUser(context, input.user_data),
  })),
  resendInvitation: routes.resendInvitation.handler(async ({ context, input }) => ({
    user: await resendInvitation(context, input.id),
  })),
  withdrawInvitation: routes.withdrawInvitation.handler(async ({ context, input }) => ({
    user: await withdrawInvitation(context, input.id),
  })),
  openInvitation: routes.openInvitation.handler(({ context, input }) => openInvitation(context, input.token)),
  acceptInvitation: routes.acceptInvitation.handler(({ context, input }) => acceptInvitation(context, input)),
});
