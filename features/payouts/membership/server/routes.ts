import { implementRoutes } from '../../../../server/http/routing.ts';
import { pollExport } from '../../../exports/server/exports.ts';
import { readBatch } from '../../batches/server/batches.ts';
import { giveFileCookie } from '../../server/file-cookie.ts';
import { membershipPayoutsContract } from '../contract.ts';
import { membershipPayoutsCsv } from './membership-csv.ts';
import { pageOfMembershipPayouts } from './membership-payouts.ts';
import { pageOfAttendances } from './membership-transactions.ts';
import { payMembership, previewMembership } from './pay-membership.ts';

const routes = implementRoutes(membershipPayoutsContract);

export const membershipPayoutsRoutes = routes.router({
  membershipPayoutsCsv: routes.membershipPayoutsCsv.handler(({ context, input }) =>
    pollExport(context, membershipPayoutsCsv, input),
  ),
  membershipPayouts: routes.membershipPayouts.handler(({ context, input }) =>
    pageOfMembershipPayouts(context, input),
  ),
  membershipTransactions: routes.membershipTransactions.handler(({ context, input }) =>
    pageOfAttendances(context, input),
  ),
  membershipPreview: routes.membershipPreview.handler(({ context, input }) => {
    giveFileCookie(context);
    return previewMembership(context, input);
  }),
  makeMembershipPayout: routes.makeMembershipPayout.handler(async ({ context, input }) => {
    const batch = await readBatch(context, await payMembership(context, input));
    return { file: batch.file, batch };
  }),
});
