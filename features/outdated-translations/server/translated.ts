/** Access to the translations of each noun, taken from the route that saves them. Specification: Languages. */
import type { Access } from '../../../core/access.ts';
import { bannersContract } from '../../banners/contract.ts';
import { classTranslationsContract } from '../../classes/translations/contract.ts';
import { eventsContract } from '../../events/contract.ts';
import { giftCategoriesContract } from '../../gift-categories/contract.ts';
import { giftProductsContract } from '../../gift-products/contract.ts';
import { landingPagesContract } from '../../landing-pages/contract.ts';
import type { TranslatedNoun } from '../../nouns.ts';
import { programsContract } from '../../programs/contract.ts';

/** A noun that has languages does not compile without its route. */
const SAVED_BY: Record<TranslatedNoun, { '~orpc': { meta: { access: Access } } }> = {
  banner: bannersContract.saveBannerTranslations,
  class: classTranslationsContract.saveClassTranslations,
  event: eventsContract.saveEventTranslations,
  gift_category: giftCategoriesContract.saveGiftCategoryTranslations,
  gift_product: giftProductsContract.saveGiftProductTranslations,
  landing_page: landingPagesContract.saveLandingPageTranslations,
  program: programsContract.saveProgramTranslations,
};

export function translatedBy(noun: TranslatedNoun): Access {
  return SAVED_BY[noun]['~orpc'].meta.access;
}
