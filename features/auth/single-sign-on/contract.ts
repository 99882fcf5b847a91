/** Single sign-on of staff at a provider of OpenID Connect. Specification: Accounts. */
import { z } from 'zod';
import { text } from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';

const flag = z.literal([0, 1]);

/** Path of this office to come back to; any other leads to the start. */
const to = text(2000).optional();
const begun = z.object({
  address: z.string(),
});

export const signOnContract = {
  signOnOptions: route('public', {
    method: 'GET',
    path: 'auth/sso',
    summary: 'Whether staff sign in at a provider of OpenID Connect, and whether passwords are shut',
    input: z.strictObject({}).optional(),
    output: z.object({ offered: flag, only: flag }),
  }),
  beginSignOn: route('public', {
    method: 'POST',
    path: 'auth/sso',
    summary: 'Begin a sign-in at the provider; this browser finishes it within 10 minutes',
    input: z.strictObject({ to, time_zone: text(64).optional() }),
    output: begun,
  }),
  beginSignOnAgain: route('signed_in', {
    method: 'POST',
    path: 'auth/sso/step-up',
    beforeFactor: true,
    summary: 'Begin to prove at the provider who you are, for what asks again',
    input: z.strictObject({ to }),
    output: begun,
  }),
};
