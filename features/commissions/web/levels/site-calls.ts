import { type SiteCommission } from '../../contract.ts';
import { PLATFORM } from '../../rules.ts';
import { calls } from '../calls.ts';
import type { Group, GroupCalls, SaveInput } from './level.ts';

/** Wraps the site's one number in a group of one row, so that it is edited like every other group. */
export function siteGroup({ commission, updated_at, recalculations }: SiteCommission): Group {
  return {
    id: 0,
    program_id: 0,
    commissions: commission === null ? [] : [{ ...BLANK, type: PLATFORM, commission }],
    updated_at,
    recalculations,
  };
}

export const siteCalls: GroupCalls<Group> = {
  name: 'site',
  read: async () => siteGroup(await calls.siteCommission.call({})),
  save: async ({ update, ...input }) =>
    siteGroup(await calls.saveSiteCommission.call({ ...numberOf(input), update })),
  preview: (input) => calls.previewSiteCommission.call(numberOf(input)),
};

/** Fields of the site's row, which the server leaves out; without an id it would count as not stored. */
const BLANK = {
  id: 1,
  program_id: 0,
  referrer_id: null,
  first_name: null,
  last_name: null,
  email: null,
  code: null,
  discount: null,
  discount_type: null,
};

function numberOf({ commission, updated_at }: SaveInput): { commission: number; updated_at: string } {
  return { commission: commission[0]?.commission ?? 0, updated_at };
}
