import { implementRoutes } from '../../../server/http/routing.ts';
import {
  assignmentsOf,
  ordersOf,
  placesOf,
  switchesOf,
  translationsOf,
} from '../../../server/nouns/noun-handlers.ts';
import { pollExport } from '../../exports/server/exports.ts';
import { giftCategoriesContract } from '../contract.ts';
import { pageOfGiftCategories, readGiftCategory } from './gift-categories.ts';
import { giftCategoriesCsv } from './gift-categories-csv.ts';
import { GIFT_CATEGORY_NAMES, GIFT_CATEGORY_ORDER, GIFT_CATEGORY_PROGRAMS } from './gift-category-noun.ts';
import { createGiftCategory, updateGiftCategory } from './gift-category-saves.ts';
import { GIFT_CATEGORY_SWITCHES } from './gift-category-switches.ts';

const routes = implementRoutes(giftCategoriesContract);

export const giftCategoriesRoutes = routes.router({
  giftCategoriesCsv: routes.giftCategoriesCsv.handler(({ context, input }) =>
    pollExport(context, giftCategoriesCsv, input),
  ),
  giftCategories: routes.giftCategories.handler(({ context, input }) => pageOfGiftCategories(context, input)),
  giftCategory: routes.giftCategory.handler(async ({ context, input }) => ({
    category: await readGiftCategory(context, input.id, input.program_id),
  })),
  createGiftCategory: routes.createGiftCategory.handler(async ({ context, input }) => ({
    category: await createGiftCategory(context, input.data),
  })),
  updateGiftCategory: routes.updateGiftCategory.handler(async ({ context, input }) => ({
    category: await updateGiftCategory(context, input),
  })),
  giftCategoryOrder: routes.giftCategoryOrder.handler(ordersOf(GIFT_CATEGORY_ORDER).read),
  unplacedGiftCategories: routes.unplacedGiftCategories.handler(ordersOf(GIFT_CATEGORY_ORDER).unplaced),
  saveGiftCategoryOrder: routes.saveGiftCategoryOrder.handler(ordersOf(GIFT_CATEGORY_ORDER).save),
  setGiftCategoryDisplayOrder: routes.setGiftCategoryDisplayOrder.handler(
    placesOf(GIFT_CATEGORY_PROGRAMS).order,
  ),
  toggleGiftCategoryFeatured: routes.toggleGiftCategoryFeatured.handler(
    placesOf(GIFT_CATEGORY_PROGRAMS).featured,
  ),
  giftCategoryPrograms: routes.giftCategoryPrograms.handler(assignmentsOf(GIFT_CATEGORY_PROGRAMS).read),
  saveGiftCategoryPrograms: routes.saveGiftCategoryPrograms.handler(
    assignmentsOf(GIFT_CATEGORY_PROGRAMS).save,
  ),
  giftCategoryTranslations: routes.giftCategoryTranslations.handler(translationsOf(GIFT_CATEGORY_NAMES).read),
  saveGiftCategoryTranslations: routes.saveGiftCategoryTranslations.handler(
    translationsOf(GIFT_CATEGORY_NAMES).save,
  ),
  switchGiftCategories: routes.switchGiftCategories.handler(switchesOf(GIFT_CATEGORY_SWITCHES)),
});
