import { exportOfCells } from '../../../exports/server/cell-export.ts';
import { refundsContract, UNBOOKED_CSV } from '../contract.ts';
import { pageOfUnbooked, type UnbookedFilter } from './unbooked-events.ts';

export const unbookedEventsCsv = exportOfCells<Pick<UnbookedFilter, 'open' | 'name'>>({
  name: 'unbooked-events',
  saved_as: 'stripe-events',
  route: refundsContract.unbookedEventsCsv,
  columns: UNBOOKED_CSV,
  page: async (context, asked, size) => {
    const { events, count } = await pageOfUnbooked(context, asked, size);
    return { rows: events, count };
  },
});
