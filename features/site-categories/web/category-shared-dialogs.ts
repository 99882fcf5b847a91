import { arrangeDialog, displayOrderDialog, programsDialog } from '../../../web/parts/noun-dialogs.tsx';
import { type Category, calls, reload } from './calls.ts';

const noun = { nameOf: ({ category_name }: Category) => category_name, reload };

export const CategoryPrograms = programsDialog({
  ...noun,
  read: calls.siteCategoryPrograms.call,
  save: calls.saveSiteCategoryPrograms.call,
});

export const CategoryOrder = displayOrderDialog({
  ...noun,
  order: 'display_order',
  save: calls.setSiteCategoryDisplayOrder.call,
});

const order = {
  ...noun,
  read: calls.siteCategoryOrder.call,
  unplaced: calls.unplacedSiteCategories.call,
  save: calls.saveSiteCategoryOrder.call,
};

export const ArrangeCategories = arrangeDialog<Category>({ ...order, noun: 'categories' });

export const ArrangeSubcategories = arrangeDialog<Category>({ ...order, noun: 'subcategories' });
