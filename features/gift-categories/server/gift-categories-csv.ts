import type { FilterQuery } from '../../../core/filters.ts';
import { exportOfCells } from '../../exports/server/cell-export.ts';
import { GIFT_CATEGORY_CSV, type GIFT_CATEGORY_FILTERS, giftCategoriesContract } from '../contract.ts';
import { pageOfGiftCategories } from './gift-categories.ts';

export const giftCategoriesCsv = exportOfCells<FilterQuery<typeof GIFT_CATEGORY_FILTERS>>({
  name: 'gift-categories',
  saved_as: 'giveaway-categories',
  route: giftCategoriesContract.giftCategoriesCsv,
  columns: GIFT_CATEGORY_CSV,
  page: async (context, asked, size) => {
    const { categories, count } = await pageOfGiftCategories(context, asked, size);
    return {
      rows: categories.flatMap(({ subcategories, ...category }) => [category, ...subcategories]),
      count,
    };
  },
});
