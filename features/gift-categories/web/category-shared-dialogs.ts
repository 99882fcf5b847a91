import { displayOrderDialog, programsDialog, translationsDialog } from '../../../web/parts/noun-dialogs.tsx';
import { giftCategoryTranslationInput } from '../contract.ts';
import { calls, reload } from './calls.ts';

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
