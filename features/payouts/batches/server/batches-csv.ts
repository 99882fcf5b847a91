import { sql } from 'kysely';
import { amount } from '../../../exports/server/kinds.ts';
import { exportOfList } from '../../../exports/server/list-export.ts';
import { BATCHES_CSV, payoutBatchesContract } from '../contract.ts';
import { BATCH_LIST, type BatchFilter, matching } from './batches.ts';

export const payoutBatchesCsv = exportOfList<BatchFilter>({
  name: 'payout-batches',
  route: payoutBatchesContract.payoutBatchesCsv,
  list: () => ({ ...BATCH_LIST, columns: sql`${BATCH_LIST.columns}, ${IN_ALL}` }),
  matching: (_, filter) => matching(filter),
  columns: BATCHES_CSV,
});

/** Currencies are never added together: "EUR 12.50, USD 1204.50". */
const IN_ALL = sql`
  (select string_agg(s.currency || ' ' || ${amount(sql`s.amount`, sql`s.currency`)}, ', ' order by s.currency)
    from (select q.currency, sum(q.amount) as amount from payouts q where q.batch_id = b.id group by 1) s) as in_all,
  (select count(*) from payouts q where q.batch_id = b.id) as payouts, jsonb_array_length(b.held) as left_out`;
