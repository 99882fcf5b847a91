/** Sign-in. Specification: Sign-in. */
import { z } from 'zod';
import { PERMISSIONS } from '../../core/access.ts';
import { text } from '../../core/fields.ts';
import { route } from '../../core/route.ts';
import { credentials, newPassword, ownPassword, recovery } from './sign-in-schemas.ts';

export const signedInUser = z.object({
  id: z.int(),
  email: z.string(),
  program_id: z.int(),
  program_display_name: z.string().nullable(),
  role: z.enum(['superadmin', 'programadmin', 'admin']),
  permissions: z.array(z.enum(PERMISSIONS)),
  /** 1: this session may do nothing before a second factor is set up. */
  needs_second_factor: z.literal([0, 1]),
  /** 0: no password opens this account, and what asks again is proven at the provider. */
  has_password: z.literal([0, 1]),
});
export type SignedInUser = z.infer<typeof signedInUser>;

export const session = z.object({ token: z.string(), refresh_token: z.string(), user: signedInUser });
const done = z.object({ message: z.string() });

export const authContract = {
  signIn: route('public', {
    method: 'POST',
    path: 'auth',
    summary: 'Sign in with email and password',
    input: credentials,
    output: session,
  }),
  refresh: route('public', {
    method: 'POST',
    path: 'auth/refresh',
    whileAway: true,
    summary: 'Exchange a refresh token, from the body or the cookie, for a new pair',
    input: z.strictObject({ refresh_token: text(200).optional() }).optional(),
    output: session,
  }),
  signOut: route('public', {
    method: 'POST',
    path: 'auth/logout',
    summary: 'End the session of the access token, the body or the cookie',
    input: z.strictObject({ refresh_token: text(200).optional() }).optional(),
    output: done,
  }),
  me: route('signed_in', {
    method: 'GET',
    path: 'auth/me',
    beforeFactor: true,
    summary: 'The signed-in admin user',
    input: z.strictObject({}).optional(),
    output: z.object({ user: signedInUser }),
  }),
  stepUp: route('signed_in', {
    method: 'POST',
    path: 'auth/step-up',
    beforeFactor: true,
    summary: 'Prove with your password who you are, for what asks again',
    input: ownPassword,
    output: done,
  }),
  proven: route('signed_in', {
    method: 'GET',
    path: 'auth/proven',
    stepUp: true,
    summary: 'Ask again who you are where that is due, before a link that asks as well',
    input: z.strictObject({}).optional(),
    output: done,
  }),
  recoverPassword: route('public', {
    method: 'POST',
    path: 'recover-password',
    summary: 'Send a link that sets a new password',
    input: recovery,
    output: done,
  }),
  changePassword: route('public', {
    method: 'POST',
    path: 'change-password',
    summary: 'Set a new password with the token of a recovery email',
    input: newPassword,
    output: done,
  }),
};
