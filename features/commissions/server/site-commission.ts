import { refuseField } from '../../../core/errors.ts';
import { type Context, transact } from '../../../server/context.ts';
import { lock } from '../../../server/db/client.ts';
import type { SiteCommission } from '../contract.ts';
import type { Preview } from '../preview-schemas.ts';
import { PLATFORM } from '../rules.ts';
import { groupLock, readGroup, type Save, saveGroup } from './groups.ts';
import { previewSave } from './recalculation/previews.ts';

type SiteSave = { commission: number | null; update?: boolean; updated_at?: string | undefined };

export async function readSiteCommission(context: Context): Promise<SiteCommission> {
  const { commissions, updated_at, recalculation, recalculations } = await readGroup(context, {
    level: 'site',
    owner_id: 0,
    program_id: null,
  });
  const platform = commissions.find((row) => row.type === PLATFORM);
  return { commission: platform?.commission ?? null, updated_at, recalculation, recalculations };
}

/** Sets the number, as the one row of the site's group. Throws a 400 for null where there is a number. */
export async function saveSiteCommission(context: Context, save: SiteSave): Promise<SiteCommission> {
  return transact(context, async (tx) => {
    await lock(tx.db, groupLock('site', 0));
    if (save.commission === null && (await readSiteCommission(tx)).commission !== null)
      refuseField('commission', 'Enter a percentage, or 0 for no commission');
    await saveGroup(tx, 'site', 0, asGroup(save));
    return readSiteCommission(tx);
  });
}

export function previewSiteCommission(context: Context, save: SiteSave): Promise<Preview> {
  return previewSave(context, 'site', 0, asGroup(save));
}

function asGroup({ commission, ...save }: SiteSave): Save {
  return { ...save, commission: commission === null ? [] : [{ type: PLATFORM, commission }] };
}
