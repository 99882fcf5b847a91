/** The requests for refunds of the list as a file. Specification: Exports. */
import { SOURCE_NAMES } from '../../../../core/sites/sources.ts';
import { exportOfList, listed } from '../../../exports/server/list-export.ts';
import { refundRequestsContract } from '../contract.ts';
import { matching, REQUEST_LIST, type RequestFilter } from './refund-requests.ts';

export const refundRequestsCsv = exportOfList<Pick<RequestFilter, 'status' | 'charge_id' | 'source'>>({
  name: 'refund-requests',
  saved_as: 'refund-requests',
  access: refundRequestsContract.refundRequestsCsv['~orpc'].meta.access,
  list: () => REQUEST_LIST,
  matching,
  columns: [
    ['ID', listed.number('id')],
    ['Created at', listed.moment('created_at')],
    ['Amount', listed.amount('amount')],
    ['Currency', listed.text('currency')],
    ['Transaction', listed.number('charge_id')],
    ['Description', listed.text('description')],
    ['Class name', listed.text('class_name')],
    ['Instructor name', listed.text('instructor_name')],
    ['Student name', listed.text('student_name')],
    ['Type', listed.text('type')],
    ['Came from', listed.word('source', SOURCE_NAMES)],
    ['Created by', listed.text('created_by')],
    ['Reason', listed.text('reason')],
    ['Status', listed.text('status')],
    ['Refunded at', listed.moment('refunded_at')],
    ['Program ID', listed.number('program_id')],
  ],
});
