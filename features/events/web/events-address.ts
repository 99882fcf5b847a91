import { addressChoice, addressId, addressPage, addressText } from '../../../web/ui/address.ts';
import { EVENT_SORTS } from '../contract.ts';

/** The dialogs of the list, each named by what it does to the event of an id; 0 for none. */
export const EVENT_DIALOGS = ['edit', 'draw', 'translations', 'order', 'programs', 'categories'] as const;
export type EventDialog = (typeof EVENT_DIALOGS)[number];

export const eventsAddress = {
  page: addressPage,
  name: addressText,
  program_id: addressId,
  undrawn: addressChoice(['1']),
  sort_by: addressChoice(EVENT_SORTS),
  sort_dest: addressChoice(['asc', 'desc']),
  add: addressChoice(['1']),
  edit: addressId,
  draw: addressId,
  translations: addressId,
  order: addressId,
  programs: addressId,
  categories: addressId,
};

export const NO_DIALOG = {
  add: undefined,
  edit: 0,
  draw: 0,
  translations: 0,
  order: 0,
  programs: 0,
  categories: 0,
} as const;
