import { type TransactionContext, transactWithoutTenantScope } from '../../../../server/context.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import { askForData, lastDataRequest } from '../../server/data-requests.ts';
import { lockUser } from '../../server/erasures.ts';
import type { SiteDataRequest } from '../contract.ts';
import { requireHome } from './site-erasure.ts';

/** Throws a 404 at `id` for a stranger to the site. */
export async function readDataRequest(context: SiteCall, id: number): Promise<SiteDataRequest> {
  await requireHome(context, id);
  return transactWithoutTenantScope(context, (tx) => standingOf(tx, id));
}

/** Lets the request wait for a superadmin; asked again while one waits, it changes nothing. 404 at `id` for a stranger to the site or a user at home elsewhere. */
export async function askDataRequest(context: SiteCall, id: number): Promise<SiteDataRequest> {
  await requireHome(context, id);
  const { program_id } = context.site;
  return transactWithoutTenantScope(context, async (tx) => {
    await lockUser(tx, id);
    const known = await standingOf(tx, id);
    if (known.state === 'waiting') return known;
    await askForData(tx, { user_id: id, site_program_id: program_id });
    await audit(tx, { entity: 'site_user', entity_id: id, action: 'data_request', program_id });
    return standingOf(tx, id);
  });
}

async function standingOf(tx: TransactionContext, user_id: number): Promise<SiteDataRequest> {
  const last = await lastDataRequest(tx, user_id);
  return { user_id, state: last?.state ?? 'none' };
}
