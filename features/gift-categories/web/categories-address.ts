import { addressChoice, addressId, addressPage, addressText } from '../../../web/ui/address.ts';
import { GIFT_CATEGORY_SORTS } from '../contract.ts';

/** The dialogs of the tree, each named by what it does to the category of an id; `under` adds one below it. */
export const CATEGORY_DIALOGS = ['edit', 'under', 'translations', 'order', 'programs'] as const;
export type CategoryDialog = (typeof CATEGORY_DIALOGS)[number];

export const categoriesAddress = {
  page: addressPage,
  name: addressText,
  program_id: addressId,
  sort_by: addressChoice(GIFT_CATEGORY_SORTS),
  sort_dest: addressChoice(['asc', 'desc']),
  add: addressChoice(['1']),
  edit: addressId,
  under: addressId,
  translations: addressId,
  order: addressId,
  programs: addressId,
};

export const NO_DIALOG = {
  add: undefined,
  edit: 0,
  under: 0,
  translations: 0,
  order: 0,
  programs: 0,
} as const;
