/** What has translations: whose English it is, and who may translate it. Specification: Languages. */
import { type RawBuilder, sql } from 'kysely';
import type { Access } from '../../../core/access.ts';
import type { Translations } from '../../../server/translations.ts';
import { classTranslationsContract } from '../../class-translations/contract.ts';
import { CLASS_TEXTS } from '../../class-translations/server/class-texts.ts';
import { eventsContract } from '../../events/contract.ts';
import { EVENT_TEXTS } from '../../events/server/event-noun.ts';
import { giftCategoriesContract } from '../../gift-categories/contract.ts';
import { GIFT_CATEGORY_NAMES } from '../../gift-categories/server/gift-category-noun.ts';
import { giftProductsContract } from '../../gift-products/contract.ts';
import { GIFT_PRODUCT_TEXTS } from '../../gift-products/server/gift-product-noun.ts';
import { programsContract } from '../../programs/contract.ts';
import { PROGRAM_TRANSLATIONS } from '../../programs/server/program-noun.ts';
import type { TranslatedNoun } from '../contract.ts';

type Translated = {
  /** The route that saves its translations. */
  saved: { '~orpc': { meta: { access: Access } } };
  texts: Pick<Translations<string>, 'table' | 'owner'>;
  /** The table of its English, called `o`, and what of it names a row. */
  from: RawBuilder<unknown>;
  name: RawBuilder<unknown>;
  /** Rows that are not deleted; all of them unless said. */
  alive?: RawBuilder<unknown>;
};

export const NOUNS: Record<TranslatedNoun, Translated> = {
  class: {
    saved: classTranslationsContract.saveClassTranslations,
    texts: CLASS_TEXTS,
    from: sql`classes o`,
    name: sql`o.class_name`,
    alive: sql`o.del_flag = 0`,
  },
  event: {
    saved: eventsContract.saveEventTranslations,
    texts: EVENT_TEXTS,
    from: sql`events o`,
    name: sql`o.name`,
  },
  gift_category: {
    saved: giftCategoriesContract.saveGiftCategoryTranslations,
    texts: GIFT_CATEGORY_NAMES,
    from: sql`gift_categories o`,
    name: sql`o.name`,
  },
  gift_product: {
    saved: giftProductsContract.saveGiftProductTranslations,
    texts: GIFT_PRODUCT_TEXTS,
    from: sql`gift_products o`,
    name: sql`o.name`,
  },
  program: {
    saved: programsContract.saveProgramTranslations,
    texts: PROGRAM_TRANSLATIONS,
    from: sql`programs o`,
    name: sql`o.program_display_name`,
  },
};
