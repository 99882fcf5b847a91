import { exportOfList } from '../../exports/server/list-export.ts';
import { HISTORY_CSV, payoutBatchesContract } from '../batches/contract.ts';
import { type HistoryFilter, listFor, matching } from './history.ts';

export const payoutsHistoryCsv = exportOfList<Omit<HistoryFilter, 'page' | 'sort_by' | 'sort_dest'>>({
  name: 'payouts-history',
  saved_as: 'payouts',
  route: payoutBatchesContract.payoutsHistoryCsv,
  list: listFor,
  matching,
  columns: HISTORY_CSV,
});
