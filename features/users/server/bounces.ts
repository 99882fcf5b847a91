import type { Context } from '../../../server/context.ts';
import { changing } from '../../../server/nouns/changing.ts';
import { SITE_USER } from './site-user-noun.ts';

/** Rules write to the address again until it refuses five times more. 404 where the caller sees no such user. */
export async function clearBounce(context: Context, id: number) {
  await changing(context, SITE_USER, { id }, 'clear-bounce', async (_, row) => {
    const before = { bounced_at: row.bounced_at, mail_failures: row.mail_failures };
    const after = { bounced_at: null, mail_failures: 0 };
    return { before, after, columns: after };
  });
  return { bounced_at: null, mail_failures: 0 };
}
