/** The banners of the list as a file. Specification: Exports. */
import type { FilterQuery } from '../../../core/filters.ts';
import { exportOfList, listed } from '../../exports/server/list-export.ts';
import { type BANNER_FILTERS, bannersContract } from '../contract.ts';
import { BANNER_LIST, matching } from './banners.ts';

export const bannersCsv = exportOfList<FilterQuery<typeof BANNER_FILTERS>>({
  name: 'banners',
  saved_as: 'banners',
  access: bannersContract.bannersCsv['~orpc'].meta.access,
  list: () => BANNER_LIST,
  matching,
  columns: [
    ['ID', listed.number('id')],
    ['Title', listed.text('title')],
    ['Active', listed.flag('active', 'Live', 'Off')],
    ['Program', listed.program()],
  ],
});
