import { implementRoutes } from '../../../../server/http/routing.ts';
import { pollExport } from '../../../exports/server/exports.ts';
import { refundRequestsContract } from '../contract.ts';
import { pageOfRefundRequests, readRefundRequest } from './refund-requests.ts';
import { refundRequestsCsv } from './refund-requests-csv.ts';
import { approveRefundRequest, rejectRefundRequest } from './refund-requests-decided.ts';

const routes = implementRoutes(refundRequestsContract);

export const refundRequestsRoutes = routes.router({
  refundRequestsCsv: routes.refundRequestsCsv.handler(({ context, input }) =>
    pollExport(context, refundRequestsCsv, input),
  ),
  refundRequests: routes.refundRequests.handler(({ context, input }) => pageOfRefundRequests(context, input)),
  refundRequest: routes.refundRequest.handler(async ({ context, input }) => ({
    refund: await readRefundRequest(context, input.id),
  })),
  approveRefundRequest: routes.approveRefundRequest.handler(async ({ context, input }) => ({
    refund: await approveRefundRequest(context, input.id),
  })),
  rejectRefundRequest: routes.rejectRefundRequest.handler(async ({ context, input }) => ({
    refund: await rejectRefundRequest(context, input.id),
  })),
});
