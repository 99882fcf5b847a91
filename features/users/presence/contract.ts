/** Who is on a program's site at the moment, as the site tells. Specification: Dashboard. */
import { z } from 'zod';
import { id } from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';

/** People that one call tells of. */
const MOST_SEEN = 1000;

export const seenContract = {
  seen: route('public', {
    method: 'POST',
    path: '/api/site/seen',
    summary:
      'Tell who is on the site just now, with the key of the program’s site; to be called for each user every few minutes',
    input: z.strictObject({ user_ids: z.array(id).min(1).max(MOST_SEEN) }),
    /** How many are active from now on, and which of them are deleted: to be signed out. */
    output: z.object({ seen: z.int(), deleted: z.array(z.int()) }),
  }),
};
