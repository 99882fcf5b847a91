import { pageCount } from '../../../core/paging.ts';
import { apiOf } from '../../../web/api.ts';
import {
  arrangeDialog,
  categoriesDialog,
  displayOrderDialog,
  programsDialog,
  translationsDialog,
} from '../../../web/parts/noun-dialogs.tsx';
import { type GiftCategory, giftCategoriesContract } from '../../gift-categories/contract.ts';
import { eventTranslationInput } from '../contract.ts';
import { calls, reload } from './calls.ts';

const { giftCategories } = apiOf({ giftCategories: giftCategoriesContract });

export const EventTranslations = translationsDialog({
  noun: 'event',
  schema: eventTranslationInput,
  read: calls.eventTranslations.call,
  save: calls.saveEventTranslations.call,
  reload,
});

export const EventPrograms = programsDialog({
  read: calls.eventPrograms.call,
  save: calls.saveEventPrograms.call,
  reload,
});

export const EventCategories = categoriesDialog({
  readTree: everyCategory,
  read: calls.eventCategories.call,
  save: calls.saveEventCategories.call,
  reload,
});

export const EventOrder = displayOrderDialog({
  order: 'sort_order',
  save: calls.setEventDisplayOrder.call,
  reload,
});

export const ArrangeEvents = arrangeDialog({
  noun: 'events',
  read: calls.eventOrder.call,
  unplaced: calls.unplacedEvents.call,
  save: calls.saveEventOrder.call,
  reload,
});

/** Loads all pages, as a checklist needs every category. */
async function everyCategory(): Promise<GiftCategory[]> {
  const pageOf = (page: number) =>
    giftCategories.giftCategories.call({ page, sort_by: 'name', sort_dest: 'asc' });
  const first = await pageOf(1);
  const others = Array.from({ length: pageCount(first.count) - 1 }, (_page, index) => pageOf(index + 2));
  return [first, ...(await Promise.all(others))].flatMap(({ categories }) => categories);
}
