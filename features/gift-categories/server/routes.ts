/** The calls of LiL Giveaways categories. */
import { implementRoutes } from '../../../server/routing.ts';
import { giftCategoriesContract } from '../contract.ts';
import { pageOfGiftCategories, readGiftCategory } from './gift-categories.ts';
import {
  createGiftCategory,
  programsOfCategory,
  saveProgramsOfCategory,
  setCategoryOrder,
  toggleCategoryFeatured,
  updateGiftCategory,
} from './gift-category-saves.ts';
import { readNames, saveNames } from './gift-category-translations.ts';

const routes = implementRoutes(giftCategoriesContract);

export const giftCategoriesRoutes = routes.router({
  giftCategories: routes.giftCategories.handler(({ context, input }) => pageOfGiftCategories(context, input)),
  giftCategory: routes.giftCategory.handler(async ({ context, input }) => ({
    category: await readGiftCategory(context, input.id, input.program_id),
  })),
  createGiftCategory: routes.createGiftCategory.handler(async ({ context, input }) => ({
    category: await createGiftCategory(context, input.data),
  })),
  updateGiftCategory: routes.updateGiftCategory.handler(async ({ context, input }) => ({
    category: await updateGiftCategory(context, input.id, input.data),
  })),
  setGiftCategoryDisplayOrder: routes.setGiftCategoryDisplayOrder.handler(({ context, input }) =>
    setCategoryOrder(context, input),
  ),
  toggleGiftCategoryFeatured: routes.toggleGiftCategoryFeatured.handler(({ context, input }) =>
    toggleCategoryFeatured(context, input),
  ),
  giftCategoryPrograms: routes.giftCategoryPrograms.handler(({ context, input }) =>
    programsOfCategory(context, input.id),
  ),
  saveGiftCategoryPrograms: routes.saveGiftCategoryPrograms.handler(({ context, input }) =>
    saveProgramsOfCategory(context, input),
  ),
  giftCategoryTranslations: routes.giftCategoryTranslations.handler(({ context, input }) =>
    readNames(context, input.id),
  ),
  saveGiftCategoryTranslations: routes.saveGiftCategoryTranslations.handler(({ context, input }) =>
    saveNames(context, input),
  ),
});
