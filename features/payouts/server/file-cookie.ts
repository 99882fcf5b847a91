/** The way of a browser to the file of a batch. Specification: Payment files. */
import { isGlobal } from '../../../core/access.ts';
import type { Call } from '../../../server/context.ts';
import { giveReportsCookie } from '../../exports/server/cookie.ts';

/**
 * With whatever names files, or leads to one, so that the browser may fetch it by its address alone: with the rehearsal
 * too, as an answer that is given again brings no cookie. None for whoever is bound to a program.
 */
export function giveFileCookie(context: Call): void {
  if (isGlobal(context.actor)) giveReportsCookie(context);
}
