/** Sign-in. Specification: Sign-in. */
import { z } from 'zod';
import { PERMISSIONS } from '../../core/access.ts';
import { text } from '../../core/fields.ts';
import { route } from '../../core/route.ts';
import { credentials, newPassword, recovery } from './sign-in-schemas.ts';

export const signedInUser = z.object({
  id: z.int(),
  email: z.string(),
  program_id: z.int(),
  program_display_name: z.string().nullable(),
  role: z.enum(['superadmin', 'programadmin', 'admin']),
  permissions: z.array(z.enum(PERMISSIONS)),
});
export type SignedInUser = z.infer<typeof signedInUser>;

const session = z.object({ token: z.string(), refresh_token: z.string(), user: signedInUser });
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
    summary: 'The signed-in admin user',
    input: z.strictObject({}).optional(),
    output: z.object({ user: signedInUser }),
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
