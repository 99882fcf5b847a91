/** The site's one number: the platform's part. Specification: Global site commission. */
import type { Context } from '../../../server/context.ts';
import type { SiteCommission } from '../contract.ts';
import type { Preview } from '../preview-schemas.ts';
import { PLATFORM } from '../rules.ts';
import { readGroup, type Save, saveGroup } from './groups.ts';
import { previewSave } from './recalculation/previews.ts';

type SiteSave = { commission: number; update?: boolean; updated_at?: string | undefined };

export async function readSiteCommission(context: Context): Promise<SiteCommission> {
  const { commissions, updated_at, recalculation, recalculations } = await readGroup(context, {
    level: 'site',
    owner_id: 0,
    program_id: null,
  });
  const platform = commissions.find((row) => row.type === PLATFORM);
  return { commission: platform?.commission ?? null, updated_at, recalculation, recalculations };
}

/** Sets the number, as the one row of the site's group. */
export async function saveSiteCommission(context: Context, save: SiteSave): Promise<SiteCommission> {
  await saveGroup(context, 'site', 0, asGroup(save));
  return readSiteCommission(context);
}

export function previewSiteCommission(context: Context, save: SiteSave): Promise<Preview> {
  return previewSave(context, 'site', 0, asGroup(save));
}

function asGroup({ commission, ...save }: SiteSave): Save {
  return { ...save, commission: [{ type: PLATFORM, commission }] };
}
