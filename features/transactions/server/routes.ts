import { implementRoutes } from '../../../server/http/routing.ts';
import { fileOfExport } from '../../exports/server/exports.ts';
import { transactionsContract } from '../contract.ts';
import { pageOfTransactions } from './transactions.ts';
import { transactionsCsv } from './transactions-csv.ts';

const routes = implementRoutes(transactionsContract);

export const transactionsRoutes = routes.router({
  transactions: routes.transactions.handler(({ context, input }) => pageOfTransactions(context, input)),
  transactionsCsv: routes.transactionsCsv.handler(({ context, input }) =>
    fileOfExport(context, transactionsCsv, input),
  ),
});
