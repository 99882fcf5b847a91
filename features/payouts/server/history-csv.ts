/** The payouts of the list as a file. Specification: Exports. */
import { exportOfList, listed } from '../../exports/server/list-export.ts';
import { payoutBatchesContract } from '../batches/contract.ts';
import { type HistoryFilter, listFor, matching } from './history.ts';

export const payoutsHistoryCsv = exportOfList<Omit<HistoryFilter, 'page' | 'sort_by' | 'sort_dest'>>({
  name: 'payouts-history',
  saved_as: 'payouts',
  access: payoutBatchesContract.payoutsHistoryCsv['~orpc'].meta.access,
  list: listFor,
  matching,
  columns: [
    ['ID', listed.number('id')],
    ['Name', listed.text('name')],
    ['Type', listed.text('kind')],
    ['Amount', listed.amount('amount')],
    ['Currency', listed.text('currency')],
    ['Method', listed.text('method')],
    ['Status', listed.text('state')],
    ['Date', listed.moment('created_at')],
    ['Paid at', listed.moment('paid_at')],
    ['Returned at', listed.moment('returned_at')],
    ['Reason', listed.text('reason')],
    ['Batch', listed.number('batch_id')],
  ],
});
