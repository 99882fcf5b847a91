/** The requests for refunds of the list as a file. Specification: Exports. */
import { exportOfList } from '../../../exports/server/list-export.ts';
import { REQUEST_CSV, refundRequestsContract } from '../contract.ts';
import { matching, REQUEST_LIST, type RequestFilter } from './refund-requests.ts';

export const refundRequestsCsv = exportOfList<Pick<RequestFilter, 'status' | 'charge_id' | 'source'>>({
  name: 'refund-requests',
  route: refundRequestsContract.refundRequestsCsv,
  list: () => REQUEST_LIST,
  matching,
  columns: REQUEST_CSV,
});
