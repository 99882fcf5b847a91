/** What has translations: whose English it is, and who may translate it. Specification: Languages. */
import { type RawBuilder, sql } from 'kysely';
import type { Access } from '../../../core/access.ts';
import type { DB } from '../../../server/db/types.ts';
import type { Translations } from '../../../server/nouns/translations.ts';
import { bannersContract } from '../../banners/contract.ts';
import { BANNER_TEXTS } from '../../banners/server/banner-noun.ts';
import { classTranslationsContract } from '../../classes/translations/contract.ts';
import { CLASS_TEXTS } from '../../classes/translations/server/class-texts.ts';
import { eventsContract } from '../../events/contract.ts';
import { EVENT_TEXTS } from '../../events/server/event-noun.ts';
import { giftCategoriesContract } from '../../gift-categories/contract.ts';
import { GIFT_CATEGORY_NAMES } from '../../gift-categories/server/gift-category-noun.ts';
import { giftProductsContract } from '../../gift-products/contract.ts';
import { GIFT_PRODUCT_TEXTS } from '../../gift-products/server/gift-product-noun.ts';
import { landingPagesContract } from '../../landing-pages/contract.ts';
import { LANDING_PAGE_TEXTS } from '../../landing-pages/server/landing-page-noun.ts';
import { programsContract } from '../../programs/contract.ts';
import { PROGRAM_TRANSLATIONS } from '../../programs/server/program-noun.ts';
import type { TranslatedNoun } from '../contract.ts';

type Translated = {
  /** The route that saves its translations. */
  saved: { '~orpc': { meta: { access: Access } } };
  texts: Pick<Translations<string>, 'table' | 'owner' | 'fields'>;
  /** The table of its English, and what names a row of it, `o`. */
  english: keyof DB;
  name: RawBuilder<unknown>;
  /** Rows that are not deleted; all of them unless said. */
  alive?: RawBuilder<unknown>;
};

export const NOUNS: Record<TranslatedNoun, Translated> = {
  banner: {
    saved: bannersContract.saveBannerTranslations,
    texts: BANNER_TEXTS,
    english: 'banners',
    name: sql`o.title`,
  },
  class: {
    saved: classTranslationsContract.saveClassTranslations,
    texts: CLASS_TEXTS,
    english: 'classes',
    name: sql`o.class_name`,
    alive: sql`o.del_flag = 0`,
  },
  event: {
    saved: eventsContract.saveEventTranslations,
    texts: EVENT_TEXTS,
    english: 'events',
    name: sql`o.name`,
  },
  gift_category: {
    saved: giftCategoriesContract.saveGiftCategoryTranslations,
    texts: GIFT_CATEGORY_NAMES,
    english: 'gift_categories',
    name: sql`o.name`,
  },
  gift_product: {
    saved: giftProductsContract.saveGiftProductTranslations,
    texts: GIFT_PRODUCT_TEXTS,
    english: 'gift_products',
    name: sql`o.name`,
  },
  landing_page: {
    saved: landingPagesContract.saveLandingPageTranslations,
    texts: LANDING_PAGE_TEXTS,
    english: 'landing_pages',
    name: sql`o.name`,
  },
  program: {
    saved: programsContract.saveProgramTranslations,
    texts: PROGRAM_TRANSLATIONS,
    english: 'programs',
    name: sql`o.program_display_name`,
  },
};
