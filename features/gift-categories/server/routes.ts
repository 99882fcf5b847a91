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

const os = implementRoutes(giftCategoriesContract);

export const giftCategoriesRoutes = os.router({
  giftCategories: os.giftCategories.handler(({ context, input }) => pageOfGiftCategories(context, input)),
  giftCategory: os.giftCategory.handler(async ({ context, input }) => ({
    category: await readGiftCategory(context, input.id, input.program_id),
  })),
  createGiftCategory: os.createGiftCategory.handler(async ({ context, input }) => ({
    category: await createGiftCategory(context, input.data),
  })),
  updateGiftCategory: os.updateGiftCategory.handler(async ({ context, input }) => ({
    category: await updateGiftCategory(context, input.id, input.data),
  })),
  setGiftCategoryDisplayOrder: os.setGiftCategoryDisplayOrder.handler(({ context, input }) =>
    setCategoryOrder(context, input),
  ),
  toggleGiftCategoryFeatured: os.toggleGiftCategoryFeatured.handler(({ context, input }) =>
    toggleCategoryFeatured(context, input),
  ),
  giftCategoryPrograms: os.giftCategoryPrograms.handler(({ context, input }) =>
    programsOfCategory(context, input.id),
  ),
  saveGiftCategoryPrograms: os.saveGiftCategoryPrograms.handler(({ context, input }) =>
    saveProgramsOfCategory(context, input),
  ),
  giftCategoryTranslations: os.giftCategoryTranslations.handler(({ context, input }) =>
    readNames(context, input.id),
  ),
  saveGiftCategoryTranslations: os.saveGiftCategoryTranslations.handler(({ context, input }) =>
    saveNames(context, input),
  ),
});
