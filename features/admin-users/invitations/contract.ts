/** Colleagues who are invited by a mailed link. Specification: Admin users; Sign-in. */
import { z } from 'zod';
import { moment, pathId, text } from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';
import { session } from '../../auth/contract.ts';
import { newPassword } from '../../auth/sign-in-schemas.ts';
import { adminUser, newAdminUser } from '../contract.ts';

export const INVITATION_HOURS = 24;

const access = { area: 'admins' } as const;
const saved = z.object({ user: adminUser });

export const invitationsContract = {
  invitationSettings: route(access, {
    method: 'GET',
    path: 'invitation-settings',
    summary: 'Whether this installation can send the emails of invitations',
    input: z.strictObject({}).optional(),
    output: z.object({ sends_email: z.boolean() }),
  }),
  inviteAdminUser: route(access, {
    method: 'POST',
    path: 'user/invitation',
    stepUp: true,
    summary: 'Create an admin user without a password, and email a link that sets one',
    input: z.strictObject({ user_data: newAdminUser.omit({ password: true, updated_at: true }) }),
    output: saved,
    idempotent: true,
  }),
  resendInvitation: route(access, {
    method: 'POST',
    path: 'user/{id}/invitation',
    summary: 'Email a new link to an admin user who has no password; the link before it ends',
    input: z.strictObject({ id: pathId }),
    output: saved,
  }),
  withdrawInvitation: route(access, {
    method: 'DELETE',
    path: 'user/{id}/invitation',
    summary: 'End the link of an admin user who has no password',
    input: z.strictObject({ id: pathId }),
    output: saved,
  }),
  openInvitation: route('public', {
    method: 'POST',
    path: 'invitation',
    summary: 'Whose a link of an invitation is, and who sent it',
    input: z.strictObject({ token: text(200).min(1) }),
    output: z.object({ email: z.string(), invited_by: z.string().nullable(), ends_at: moment }),
  }),
  acceptInvitation: route('public', {
    method: 'POST',
    path: 'invitation/accept',
    summary: 'Choose the password with the link of an invitation, and sign in',
    input: newPassword,
    output: session,
  }),
};
