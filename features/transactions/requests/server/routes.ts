import { implementRoutes } from '../../../../server/http/routing.ts';
import { refundRequestsContract } from '../contract.ts';
import { pageOfRefundRequests, readRefundRequest } from './refund-requests.ts';
import { approveRefundRequest, rejectRefundRequest } from './refund-requests-decided.ts';

const routes = implementRoutes(refundRequestsContract);

export const refundRequestsRoutes = routes.router({
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
