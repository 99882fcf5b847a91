import { implementRoutes } from '../../../../server/http/routing.ts';
import { pollExport } from '../../../exports/server/exports.ts';
import { refundRequestsContract } from '../contract.ts';
import { previewApproval } from './approval-preview.ts';
import { countRequests, pageOfRefundRequests, readRefundRequest } from './refund-requests.ts';
import { refundRequestsCsv } from './refund-requests-csv.ts';
import {
  approveRefundRequest,
  approveRefundRequests,
  rejectRefundRequest,
  rejectRefundRequests,
} from './refund-requests-decided.ts';
import { previewRejection } from './rejection-preview.ts';

const routes = implementRoutes(refundRequestsContract);

export const refundRequestsRoutes = routes.router({
  refundRequestsCsv: routes.refundRequestsCsv.handler(({ context, input }) =>
    pollExport(context, refundRequestsCsv, input),
  ),
  refundRequests: routes.refundRequests.handler(({ context, input }) => pageOfRefundRequests(context, input)),
  refundRequestCounts: routes.refundRequestCounts.handler(async ({ context, input }) => ({
    counts: await countRequests(context, input),
  })),
  approvalPreview: routes.approvalPreview.handler(({ context, input }) =>
    previewApproval(context, input.ids),
  ),
  approveRefundRequests: routes.approveRefundRequests.handler(async ({ context, input }) => ({
    refunds: await approveRefundRequests(context, input.requests),
  })),
  rejectionPreview: routes.rejectionPreview.handler(({ context, input }) =>
    previewRejection(context, input.ids),
  ),
  rejectRefundRequests: routes.rejectRefundRequests.handler(async ({ context, input }) => ({
    refunds: await rejectRefundRequests(context, input.requests),
  })),
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
