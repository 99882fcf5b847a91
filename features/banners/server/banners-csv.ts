import type { FilterQuery } from '../../../core/filters.ts';
import { exportOfList } from '../../exports/server/list-export.ts';
import { BANNER_CSV, type BANNER_FILTERS, bannersContract } from '../contract.ts';
import { BANNER_LIST, matching } from './banners.ts';

export const bannersCsv = exportOfList<FilterQuery<typeof BANNER_FILTERS>>({
  name: 'banners',
  route: bannersContract.bannersCsv,
  list: () => BANNER_LIST,
  matching,
  columns: BANNER_CSV,
});
