/** The context of a call by a program's site. Specification: Sites. */
import { type Call, SYSTEM } from '../context.ts';
import type { Site } from './site-caller.ts';

/** A call by a site: its database shows what belongs to the program, and it works in nobody's name. */
export type SiteCall = Call & { site: Site };

/** Returns the context of a site's call. What it may see is the database's to say, as the role of sites has no other rows. */
export function siteContext(call: Call, site: Site): SiteCall {
  return { ...call, site, actor: SYSTEM, db: call.platform.database.forSite(site.program_id) };
}
