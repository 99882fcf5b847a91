/** Sessions of staff: one's own, and for superadmins those of others. Specification: Accounts. */
import { z } from 'zod';
import { moment, pathId } from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';

const superadmin = { role: 'superadmin' } as const;

export const openSession = z.object({
  id: z.string(),
  /** Browser and system in words, as far as they tell: "Firefox on Windows". */
  device: z.string(),
  address: z.string(),
  /** IANA time zone that the device was set to at the sign-in; empty where it did not say. */
  time_zone: z.string(),
  created_at: moment,
  last_used_at: moment,
  ends_at: moment,
  current: z.literal([0, 1]),
});
export type OpenSession = z.infer<typeof openSession>;

const sessions = z.object({ sessions: z.array(openSession) });
/** Sessions of another account, since when its sign-in takes one-time codes (null where it does not), and its passkeys. */
const signInOf = sessions.extend({ second_factor_since: moment.nullable(), passkeys: z.int() });
const none = z.strictObject({}).optional();
const session_id = z.uuid('is not a session');
const ended = z.object({ ended: z.int() });

export const sessionsContract = {
  ownSessions: route('signed_in', {
    method: 'GET',
    path: 'account/sessions',
    beforeFactor: true,
    summary: 'Your open sessions, the last used first',
    input: none,
    output: sessions,
  }),
  endOwnSession: route('signed_in', {
    method: 'DELETE',
    path: 'account/sessions/{session_id}',
    beforeFactor: true,
    summary: 'End one of your sessions',
    input: z.strictObject({ session_id }),
    output: ended,
  }),
  endOtherSessions: route('signed_in', {
    method: 'POST',
    path: 'account/sessions/end-others',
    beforeFactor: true,
    summary: 'End all of your sessions but this one',
    input: none,
    output: ended,
  }),
  adminSessions: route(superadmin, {
    method: 'GET',
    path: 'user/{id}/sessions',
    summary: 'The open sessions of an admin user, the last used first, and the second factor',
    input: z.strictObject({ id: pathId }),
    output: signInOf,
  }),
  endAdminSession: route(superadmin, {
    method: 'DELETE',
    path: 'user/{id}/sessions/{session_id}',
    summary: 'End a session of an admin user',
    input: z.strictObject({ id: pathId, session_id }),
    output: ended,
  }),
  endAdminSessions: route(superadmin, {
    method: 'DELETE',
    path: 'user/{id}/sessions',
    summary: 'End all sessions of an admin user but the one that asks',
    input: z.strictObject({ id: pathId }),
    output: ended,
  }),
};
