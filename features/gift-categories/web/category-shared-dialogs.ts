import {
  arrangeDialog,
  displayOrderDialog,
  programsDialog,
  translationsDialog,
} from '../../../web/parts/noun-dialogs.tsx';
import { giftCategoryTranslationInput } from '../contract.ts';
import { type Category, calls, reload } from './calls.ts';

export const CategoryTranslations = translationsDialog({
  noun: 'category',
  schema: giftCategoryTranslationInput,
  read: calls.giftCategoryTranslations.call,
  save: calls.saveGiftCategoryTranslations.call,
  reload,
});

export const CategoryPrograms = programsDialog({
  read: calls.giftCategoryPrograms.call,
  save: calls.saveGiftCategoryPrograms.call,
  reload,
});

export const CategoryOrder = displayOrderDialog({
  order: 'sort_order',
  save: calls.setGiftCategoryDisplayOrder.call,
  reload,
});

const order = {
  read: calls.giftCategoryOrder.call,
  unplaced: calls.unplacedGiftCategories.call,
  save: calls.saveGiftCategoryOrder.call,
  reload,
};

export const ArrangeCategories = arrangeDialog<Category>({ ...order, noun: 'categories' });

export const ArrangeSubcategories = arrangeDialog<Category>({ ...order, noun: 'subcategories' });
