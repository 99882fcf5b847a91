import type { FilterQuery } from '../../../core/filters.ts';
import { exportOfList } from '../../exports/server/list-export.ts';
import { LANDING_PAGE_CSV, type LANDING_PAGE_FILTERS, landingPagesContract } from '../contract.ts';
import { LANDING_PAGE_LIST, matching } from './landing-pages.ts';

export const landingPagesCsv = exportOfList<FilterQuery<typeof LANDING_PAGE_FILTERS>>({
  name: 'landing-pages',
  route: landingPagesContract.landingPagesCsv,
  list: () => LANDING_PAGE_LIST,
  matching,
  columns: LANDING_PAGE_CSV,
});
