import { exportOfCells } from '../../../exports/server/cell-export.ts';
import { UNMATCHED_CSV, unmatchedPaymentsContract } from '../contract.ts';
import { type PaymentFilter, pageOfUnmatched } from './unmatched-payments.ts';

export const unmatchedPaymentsCsv = exportOfCells<
  Pick<PaymentFilter, 'state' | 'source' | 'program_id' | 'name'>
>({
  name: 'unmatched-payments',
  route: unmatchedPaymentsContract.unmatchedPaymentsCsv,
  columns: UNMATCHED_CSV,
  page: async (context, asked, size) => {
    const { payments, count } = await pageOfUnmatched(context, asked, size);
    return { rows: payments, count };
  },
});
