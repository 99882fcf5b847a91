/** Erasure and export of a user as the site of a program asks for it. Specification: A person's data. */
import { z } from 'zod';
import { pathId } from '../../../core/fields.ts';
import { siteRoute } from '../../../core/route.ts';

const byId = z.strictObject({ id: pathId });
const path = 'users/{id}/erasure';
const dataPath = 'users/{id}/data-request';

/** `none`: nobody has asked, or the request was rejected; `waiting`: for a superadmin; then `running` and `done`. */
const standing = z.object({ user_id: z.int(), state: z.enum(['none', 'waiting', 'running', 'done']) });
export type SiteErasure = z.infer<typeof standing>;

/** `none`: nobody has asked; `waiting`: for a superadmin, who sends the data to the user; then `sent` or `rejected`. */
const dataStanding = z.object({ user_id: z.int(), state: z.enum(['none', 'waiting', 'sent', 'rejected']) });
export type SiteDataRequest = z.infer<typeof dataStanding>;

export const siteErasureContract = {
  erasure: siteRoute('read', {
    method: 'GET',
    path,
    summary: 'Whether a user is erased, or the erasure is waiting',
    input: byId,
    output: standing,
  }),
  askErasure: siteRoute('write', {
    method: 'POST',
    path,
    summary: 'Ask for a user to be erased, as that user wishes; a superadmin approves',
    input: byId,
    output: standing,
  }),
  dataRequest: siteRoute('read', {
    method: 'GET',
    path: dataPath,
    summary: 'Whether a user has requested all that is held of them, and was sent it',
    input: byId,
    output: dataStanding,
  }),
  askData: siteRoute('write', {
    method: 'POST',
    path: dataPath,
    summary: 'Ask for all that is held of a user, as that user wishes; a superadmin sends it to them',
    input: byId,
    output: dataStanding,
  }),
};
