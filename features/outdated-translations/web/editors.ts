import type { Locale } from '../../../core/locales.ts';
import { parseSearch } from '../../../web/ui/address.ts';
import { linkTo } from '../../../web/ui/link-to.ts';
import type { TranslatedNoun } from '../../nouns.ts';

export const NOUN_NAMES: Record<TranslatedNoun, string> = {
  banner: 'Banner',
  class: 'Class',
  event: 'Event',
  gift_category: 'Giveaway category',
  gift_product: 'Gift product',
  landing_page: 'Landing page',
  program: 'Program',
};

const EDITORS: Record<TranslatedNoun, (id: number) => string> = {
  banner: (id) => `/banners?translations=${id}`,
  class: (id) => `/class-translations/${id}`,
  event: (id) => `/events?translations=${id}`,
  gift_category: (id) => `/giveaways/categories?translations=${id}`,
  gift_product: (id) => `/giveaways/products?translations=${id}`,
  landing_page: (id) => `/landing-pages?translations=${id}`,
  program: (id) => `/programs?translations=${id}`,
};

/** Returns link props to the translations of a row, at that language. */
export function editorOf(noun: TranslatedNoun, id: number, language: Locale | undefined) {
  const [to = '', search = ''] = EDITORS[noun](id).split('?');
  return linkTo(to, { ...parseSearch(search), ...(language && { translate_to: language }) });
}
