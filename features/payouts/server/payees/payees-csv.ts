import { exportOfCells } from '../../../exports/server/cell-export.ts';
import { PAYEES_CSV, payoutsContract } from '../../contract.ts';
import { type PayeeFilter, pageOfPayees } from './payees.ts';

export const payoutsCsv = exportOfCells<Omit<PayeeFilter, 'page' | 'by_payee' | 'sort_by' | 'sort_dest'>>({
  name: 'payouts',
  saved_as: 'balances',
  route: payoutsContract.payoutsCsv,
  columns: PAYEES_CSV,
  page: async (context, asked, size) => {
    const { payouts, count } = await pageOfPayees(context, { ...asked, by_payee: '1' }, size);
    return { rows: payouts, count };
  },
});
