/** Logging in as a user of a program's site. Specification: Logging in as a user. */
import { z } from 'zod';
import { moment, pathId, text } from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';
import { FORBIDDEN } from './rules.ts';

const presented = z.strictObject({
  token: text(200),
  /** The tag of the program whose own page asks, instead of a site with its key in `Authorization: Bearer`. */
  program_tag: text(64).optional(),
});

const LOGIN_STATES = ['waiting', 'open', 'over'] as const;

const state = z.object({
  state: z.enum(LOGIN_STATES),
  /** The end of the session: by the site, by its admin's lost permission, or by expiry. */
  ended_by: z.enum(['site', 'revoked', 'time']).nullable(),
  user: z.object({ id: z.int(), name: z.string() }),
  program_display_name: z.string(),
  admin_email: z.string(),
  expires_at: moment,
});
export type SiteLogin = z.infer<typeof state>;

const opening = {
  path: 'user/{id}/login',
  stepUp: true,
  input: z.strictObject({ id: pathId }),
  output: z.object({ url: z.string() }),
} as const;

export const loginAsContract = {
  openLogin: route(
    { area: 'users' },
    {
      ...opening,
      method: 'POST',
      summary: 'A one-time link that logs the caller in as the user, valid for 60 seconds',
    },
  ),
  openLoginByGet: route(
    { area: 'users' },
    { ...opening, method: 'GET', summary: 'Same as above, at the path of the specification' },
  ),
  exchangeLogin: route('public', {
    method: 'POST',
    path: '/api/site/login-as',
    summary: 'Exchange the token of a login link, with the key of the program’s site, once',
    input: presented,
    output: z.object({
      user_id: z.int(),
      program_id: z.int(),
      admin_email: z.string(),
      expires_at: moment,
      forbidden: z.array(z.enum(FORBIDDEN)),
    }),
  }),
  loginState: route('public', {
    method: 'POST',
    path: '/api/site/login-as/state',
    summary: 'The user of a token and whether it is still valid; poll while it is in use',
    input: presented,
    output: state,
  }),
  endLogin: route('public', {
    method: 'POST',
    path: '/api/site/login-as/end',
    summary: 'End the login of a token',
    input: presented,
    output: state,
  }),
};
