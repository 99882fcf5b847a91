/** Bounced addresses, to be cleared by hand; served with the email rules they affect. Specification: Email rules. */
import { z } from 'zod';
import { pathId } from '../../core/fields.ts';
import { route } from '../../core/route.ts';

export const bounceContract = {
  clearBounce: route(
    { area: ['users', 'content'] },
    {
      method: 'POST',
      path: 'site-user/{id}/clear-bounce',
      summary: 'Email the address of a user again after five bounced emails in a row',
      input: z.strictObject({ id: pathId }),
      output: z.object({ bounced_at: z.null(), mail_failures: z.int() }),
    },
  ),
};
