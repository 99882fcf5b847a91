import { LIST_ACTIONS, type NounDeclarations } from '../../core/noun.ts';

export const SITE_CATEGORIES_NOUNS = {
  site_category: {
    word: 'site category',
    actions: LIST_ACTIONS,
    screen: '/categories',
    found: { '/categories': 'Site categories' },
    table: 'site_categories',
    name: 'category_name',
    programs: { table: 'site_category_programs', owner: 'category_id', order: 'display_order' },
  },
  site_category_order: {
    word: 'display order of the site categories in program',
    actions: { update: 'changed' },
  },
} as const satisfies NounDeclarations;
