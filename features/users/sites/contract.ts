/** People of a program as its site tells of them. Specification: Sites, people. */
import { z } from 'zod';
import { pathId } from '../../../core/fields.ts';
import { siteRoute } from '../../../core/route.ts';
import { results, told } from '../../../core/sites/told.ts';
import { ownChange, toldUser, userOfSite } from './schemas.ts';

const byId = z.strictObject({ id: pathId });
const saved = z.object({ user: userOfSite });

export const usersOfSiteContract = {
  tellUsers: siteRoute('write', {
    method: 'POST',
    path: 'users',
    summary: 'Create or change users, found by your reference or their email',
    input: told(toldUser),
    output: results({}),
  }),
  user: siteRoute('read', {
    method: 'GET',
    path: 'users/{id}',
    summary: 'One user',
    input: byId,
    output: saved,
  }),
  changeUser: siteRoute('write', {
    method: 'PATCH',
    path: 'users/{id}',
    summary: 'Change a user; a new email or password needs the current password',
    input: z.strictObject({ id: pathId, ...ownChange.shape }),
    output: saved,
  }),
  closeUser: siteRoute('write', {
    method: 'POST',
    path: 'users/{id}/close',
    summary: 'Close an account: the user is deleted and can no longer sign in',
    input: byId,
    output: z.object({ user_id: z.int(), closed: z.literal(true) }),
  }),
};
