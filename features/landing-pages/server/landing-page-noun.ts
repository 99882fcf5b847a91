import { tableNoun } from '../../../server/nouns/changing.ts';
import { textsOf } from '../../../server/nouns/translations.ts';
import { LANDING_PAGES_NOUNS } from '../noun.ts';

export const LANDING_PAGE = tableNoun({ entity: 'landing_page', table: 'landing_pages' });

export const LANDING_PAGE_TEXTS = textsOf(LANDING_PAGE, LANDING_PAGES_NOUNS.landing_page.languages);
