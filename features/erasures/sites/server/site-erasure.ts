import { type TransactionContext, transactWithoutTenantScope } from '../../../../server/context.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import { noSuchUser } from '../../../users/sites/server/users-of-site.ts';
import { askForErasure, lockPerson } from '../../server/erasures.ts';
import type { SiteErasure } from '../contract.ts';

/** Throws a 404 at `id` for a stranger to the site. */
export async function readSiteErasure(context: SiteCall, id: number): Promise<SiteErasure> {
  await requireHome(context, id);
  return transactWithoutTenantScope(context, (tx) => standingOf(tx, id));
}

/** Lets the request wait for a superadmin; asked again meanwhile or once erased, it changes nothing. 404 at `id` for a stranger or a user at home elsewhere. */
export async function askErasure(context: SiteCall, id: number): Promise<SiteErasure> {
  await requireHome(context, id);
  const { program_id } = context.site;
  return transactWithoutTenantScope(context, async (tx) => {
    await lockPerson(tx, id);
    const known = await standingOf(tx, id);
    if (known.state !== 'none') return known;
    await askForErasure(tx, { user_id: id, by_program: program_id });
    await audit(tx, { entity: 'site_user', entity_id: id, action: 'erase_request', program_id });
    return standingOf(tx, id);
  });
}

/** Throws a 404 at `id` for whoever is not at home in the site's program. */
export async function requireHome(context: SiteCall, id: number): Promise<void> {
  const user = await context.db
    .selectFrom('site_users')
    .select('id')
    .where('id', '=', id)
    .where('program_id', '=', context.site.program_id)
    .executeTakeFirst();
  if (!user) noSuchUser(id);
}

const STATES: Readonly<Record<string, SiteErasure['state']>> = {
  proposed: 'waiting',
  running: 'running',
  done: 'done',
};

async function standingOf({ db }: TransactionContext, user_id: number): Promise<SiteErasure> {
  const last = await db
    .selectFrom('erasures')
    .select('state')
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return { user_id, state: STATES[last?.state ?? ''] ?? 'none' };
}
