import type { Translations } from '../../../server/nouns/translations.ts';
import { BANNER_TEXTS } from '../../banners/server/banner-noun.ts';
import { CLASS_TEXTS } from '../../classes/translations/server/class-texts.ts';
import { EVENT_TEXTS } from '../../events/server/event-noun.ts';
import { GIFT_CATEGORY_NAMES } from '../../gift-categories/server/gift-category-noun.ts';
import { GIFT_PRODUCT_TEXTS } from '../../gift-products/server/gift-product-noun.ts';
import { LANDING_PAGE_TEXTS } from '../../landing-pages/server/landing-page-noun.ts';
import type { TranslatedNoun } from '../../nouns.ts';
import { PROGRAM_TRANSLATIONS } from '../../programs/server/program-noun.ts';

const TEXTS = {
  banner: BANNER_TEXTS,
  class: CLASS_TEXTS,
  event: EVENT_TEXTS,
  gift_category: GIFT_CATEGORY_NAMES,
  gift_product: GIFT_PRODUCT_TEXTS,
  landing_page: LANDING_PAGE_TEXTS,
  program: PROGRAM_TRANSLATIONS,
} satisfies Record<TranslatedNoun, unknown>;

/** Returns the texts of a noun, for work that is the same whatever its fields. */
export function textsOfNoun(noun: TranslatedNoun): Translations<string> {
  // Each declares its fields by name; whoever asks here reads the names from the declaration itself.
  return TEXTS[noun] as unknown as Translations<string>;
}
