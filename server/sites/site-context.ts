/** The context of a call by a program's site. Specification: Sites. */
import type { RefusalStatus } from '../../core/errors.ts';
import { type Call, SYSTEM } from '../context.ts';
import type { Site } from './site-caller.ts';

/** A call by a site: its database shows what belongs to the program, and it works in nobody's name. */
export type SiteCall = Call & {
  site: Site;
  /** Words for a refusal by the database; null for other errors. */
  refusalOf: (error: unknown) => { status: RefusalStatus; code: string; message: string } | null;
};

/** Returns the context of a site's call. What it may see is the database's to say, as the role of sites has no other rows. */
export function siteContext(call: Call, site: Site, refusalOf: SiteCall['refusalOf']): SiteCall {
  return { ...call, site, refusalOf, actor: SYSTEM, db: call.platform.database.forSite(site.program_id) };
}
