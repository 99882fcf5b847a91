import { exportOfList } from '../../../exports/server/list-export.ts';
import { REQUEST_CSV, refundRequestsContract } from '../contract.ts';
import { type MatchedRequests, matching, REQUEST_LIST } from './refund-requests.ts';

export const refundRequestsCsv = exportOfList<MatchedRequests>({
  name: 'refund-requests',
  route: refundRequestsContract.refundRequestsCsv,
  list: () => REQUEST_LIST,
  matching,
  columns: REQUEST_CSV,
});
