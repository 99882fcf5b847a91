import { programsDialog, translationsDialog } from '../../../web/parts/noun-dialogs.tsx';
import { giftProductTranslationInput } from '../contract.ts';
import { calls, reload } from './calls.ts';

export const ProductTranslations = translationsDialog({
  noun: 'product',
  schema: giftProductTranslationInput,
  read: calls.giftProductTranslations.call,
  save: calls.saveGiftProductTranslations.call,
  reload,
});

export const ProductPrograms = programsDialog({
  read: calls.giftProductPrograms.call,
  save: calls.saveGiftProductPrograms.call,
  reload,
});
