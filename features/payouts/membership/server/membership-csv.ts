import { exportOfCells } from '../../../exports/server/cell-export.ts';
import { MEMBERSHIP_CSV, membershipPayoutsContract } from '../contract.ts';
import type { Asked } from './asked.ts';
import { pageOfMembershipPayouts } from './membership-payouts.ts';

export const membershipPayoutsCsv = exportOfCells<Asked>({
  name: 'membership-payouts',
  route: membershipPayoutsContract.membershipPayoutsCsv,
  columns: MEMBERSHIP_CSV,
  page: async (context, asked, size) => {
    const { payouts, count, pool } = await pageOfMembershipPayouts(context, asked, size);
    const currency = pool?.currency ?? asked.currency;
    return { rows: payouts.map((row) => ({ ...row, currency })), count: count.count };
  },
});
