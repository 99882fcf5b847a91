import type { RefusalStatus } from '../../core/errors.ts';
import { asSystem, type Call, SYSTEM } from '../context.ts';
import type { Platform } from '../platform.ts';
import { type Site, sourceOf } from './site-caller.ts';

/** A call by a site: its database shows what belongs to the program, and it works in nobody's name. */
export type SiteCall = Call & {
  site: Site;
  /** Words for a refusal by the database; null for other errors. */
  refusalOf: (error: unknown) => { status: RefusalStatus; code: string; message: string } | null;
};

/** Returns the context of a site's call. What it may see is the database's to say, as the role of sites has no other rows. */
export function siteContext(call: Call, site: Site, refusalOf: SiteCall['refusalOf']): SiteCall {
  const db = call.platform.database.forSite(site.program_id, sourceOf(site) === 'import');
  return { ...call, site, refusalOf, actor: SYSTEM, db };
}

/** Returns the context of what is done for a site outside of its calls; `job` is its name in the audit. */
export function siteJobContext(
  platform: Platform,
  site: Site,
  { job, refusalOf }: { job: string; refusalOf: SiteCall['refusalOf'] },
): SiteCall {
  const call = {
    ...asSystem(platform, job),
    session_id: null,
    headers: {
      authorization: undefined,
      idempotency_key: undefined,
      user_agent: '',
      refresh_cookie: null,
      device_cookie: null,
      sign_on_cookie: null,
    },
    sent: [],
    answer: () => {},
  };
  return siteContext(call, site, refusalOf);
}
