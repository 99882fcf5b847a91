import type { FilterQuery } from '../../../core/filters.ts';
import { exportOfList } from '../../exports/server/list-export.ts';
import { TOKEN_CSV, type TOKEN_FILTERS, tokensContract } from '../contract.ts';
import { matching, TOKEN_LIST } from './tokens.ts';

export const tokensCsv = exportOfList<FilterQuery<typeof TOKEN_FILTERS>>({
  name: 'tokens',
  route: tokensContract.tokensCsv,
  list: () => TOKEN_LIST,
  matching: (_, filter) => matching(filter),
  columns: TOKEN_CSV,
});
