/** Cookie for downloads of batch files. Specification: Payment files. */
import { isGlobal } from '../../../core/access.ts';
import type { Call } from '../../../server/context.ts';
import { giveReportsCookie } from '../../exports/server/cookie.ts';

/**
 * Sets the cookie with every answer that names a file or leads to one, dry runs included, since a repeated
 * answer sets none. Not for bound admins.
 */
export function giveFileCookie(context: Call): void {
  if (isGlobal(context.actor)) giveReportsCookie(context);
}
