import type { FilterQuery } from '../../../core/filters.ts';
import { exportOfCells } from '../../exports/server/cell-export.ts';
import { SITE_CATEGORY_CSV, type SITE_CATEGORY_FILTERS, siteCategoriesContract } from '../contract.ts';
import { pageOfSiteCategories } from './site-categories.ts';

export const siteCategoriesCsv = exportOfCells<FilterQuery<typeof SITE_CATEGORY_FILTERS>>({
  name: 'site-categories',
  saved_as: 'categories',
  route: siteCategoriesContract.siteCategoriesCsv,
  columns: SITE_CATEGORY_CSV,
  page: async (context, asked, size) => {
    const { categories, count } = await pageOfSiteCategories(context, asked, size);
    return {
      rows: categories.flatMap(({ sub_categories, ...category }) => [category, ...sub_categories]),
      count,
    };
  },
});
