import { isGlobal } from '../../../core/access.ts';
import type { Call } from '../../../server/context.ts';
import { giveReportsCookie } from '../../exports/server/cookie.ts';

/** Sets the cookie with every answer that leads to a file, dry runs included, since a repeated answer sets none. Not for bound admins. */
export function giveFileCookie(context: Call): void {
  if (isGlobal(context.actor)) giveReportsCookie(context);
}
