import { parseSearch } from '../../../web/ui/address.ts';
import type { TranslatedNoun } from '../contract.ts';

export const NOUN_NAMES: Record<TranslatedNoun, string> = {
  class: 'Class',
  event: 'Event',
  gift_category: 'Giveaway category',
  gift_product: 'Gift product',
  program: 'Program',
};

const EDITORS: Record<TranslatedNoun, (id: number) => string> = {
  class: (id) => `/class-translations/${id}`,
  event: (id) => `/events?translations=${id}`,
  gift_category: (id) => `/giveaways/categories?translations=${id}`,
  gift_product: (id) => `/giveaways/products?translations=${id}`,
  program: (id) => `/programs?translations=${id}`,
};

/** Where the translations of a row are edited, for a `Link`. */
export function editorOf(noun: TranslatedNoun, id: number): { to: string; search: Record<string, string> } {
  const [to = '', search = ''] = EDITORS[noun](id).split('?');
  return { to, search: parseSearch(search) };
}
