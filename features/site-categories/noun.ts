import { LIST_ACTIONS, type NounDeclarations } from '../../core/noun.ts';

export const SITE_CATEGORIES_NOUNS = {
  site_category: {
    word: 'site category',
    actions: LIST_ACTIONS,
    screen: '/categories',
    found: {
      '/categories': {
        plural: 'Site categories',
        list: 'site-categories',
        read: 'site-category/{id}',
        place: 180,
      },
    },
    table: 'site_categories',
    name: 'category_name',
    switches: { path: 'site-categories/switched', fields: { status: [0, 1] } },
    programs: { table: 'site_category_programs', owner: 'category_id', order: 'display_order' },
  },
  site_category_order: {
    word: 'display order of the site categories in program',
    actions: { update: 'changed' },
    named_by: { noun: 'program' },
  },
} as const satisfies NounDeclarations;
