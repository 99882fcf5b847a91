/** Presence of users on a program's site, as the site reports it. Specification: Dashboard. */
import { z } from 'zod';
import { id } from '../../../core/fields.ts';
import { siteRoute } from '../../../core/route.ts';

const MOST_SEEN = 1000;

export const seenContract = {
  seen: siteRoute('write', {
    method: 'POST',
    path: 'seen',
    summary: 'Report the users online now; call every few minutes for each user',
    input: z.strictObject({ user_ids: z.array(id).min(1).max(MOST_SEEN) }),
    /** Number of users now active, and the ids of deleted ones, to be signed out. */
    output: z.object({ seen: z.int(), deleted: z.array(z.int()) }),
  }),
};
