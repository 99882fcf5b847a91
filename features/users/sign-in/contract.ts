/** Sign-in of people on the site of a program. Specification: Sites, sign-in. */
import { z } from 'zod';
import { text, trimmedText } from '../../../core/fields.ts';
import { siteRoute } from '../../../core/route.ts';
import { newPassword, typedPassword, userOfSite } from '../sites/schemas.ts';

const email = trimmedText(254).min(1, 'must not be empty');

export const userSignInContract = {
  signIn: siteRoute('write', {
    method: 'POST',
    path: 'sign-in',
    summary: 'Sign in a user by email and password',
    input: z.strictObject({
      email,
      password: typedPassword,
      /** The visitor's own address: guesses from there are counted besides those at the email. */
      client_ip: z.union([z.ipv4(), z.ipv6()], { error: 'must be an IP address' }).optional(),
    }),
    output: z.object({ user: userOfSite }),
  }),
  recoverPassword: siteRoute('write', {
    method: 'POST',
    path: 'password/recovery',
    summary: 'Email a link to set a new password, if the address belongs to a user',
    input: z.strictObject({ email }),
    output: z.object({ sent: z.literal(true) }),
  }),
  setPassword: siteRoute('write', {
    method: 'POST',
    path: 'password',
    summary: 'Set a new password with the token of an emailed link',
    input: z.strictObject({ token: text(200).min(1, 'must not be empty'), password: newPassword }),
    output: z.object({ user_id: z.int() }),
  }),
};
