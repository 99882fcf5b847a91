/** The landing pages of the list as a file. Specification: Exports. */
import type { FilterQuery } from '../../../core/filters.ts';
import { exportOfList, listed } from '../../exports/server/list-export.ts';
import { type LANDING_PAGE_FILTERS, landingPagesContract } from '../contract.ts';
import { LANDING_PAGE_LIST, matching } from './landing-pages.ts';

export const landingPagesCsv = exportOfList<FilterQuery<typeof LANDING_PAGE_FILTERS>>({
  name: 'landing-pages',
  saved_as: 'landing-pages',
  access: landingPagesContract.landingPagesCsv['~orpc'].meta.access,
  list: () => LANDING_PAGE_LIST,
  matching,
  columns: [
    ['ID', listed.number('id')],
    ['Name', listed.text('name')],
    ['Path', listed.text('path')],
    ['Template', listed.text('template')],
    ['Active', listed.flag('active', 'Live', 'Off')],
    ['Program', listed.program()],
  ],
});
