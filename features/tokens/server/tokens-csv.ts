/** The tokens of the list as a file. Specification: Exports. */
import type { FilterQuery } from '../../../core/filters.ts';
import { exportOfList, listed } from '../../exports/server/list-export.ts';
import { type TOKEN_FILTERS, tokensContract } from '../contract.ts';
import { matching, TOKEN_LIST } from './tokens.ts';

export const tokensCsv = exportOfList<FilterQuery<typeof TOKEN_FILTERS>>({
  name: 'tokens',
  saved_as: 'tokens',
  access: tokensContract.tokensCsv['~orpc'].meta.access,
  list: () => TOKEN_LIST,
  matching: (_, filter) => matching(filter),
  columns: [
    ['ID', listed.number('id')],
    ['Code', listed.text('code')],
    ['Amount', listed.hundredths('amount')],
    ['Expiry date', listed.text('expiry_date')],
    ['Status', listed.flag('status', 'On', 'Off')],
    ['Used', listed.flag('used')],
  ],
});
