import { LIST_ACTIONS, type NounDeclarations } from '../../core/noun.ts';

export const GIFT_CATEGORIES_NOUNS = {
  gift_category: {
    word: 'LiL Giveaways category',
    label: 'Giveaway category',
    actions: LIST_ACTIONS,
    screen: '/giveaways/categories',
    found: {
      '/giveaways/categories': {
        plural: 'Categories',
        list: 'lilt-categories',
        read: 'lilt-category/{id}',
        place: 110,
      },
    },
    table: 'gift_categories',
    name: 'name',
    switches: { path: 'lilt-categories/switched', fields: { active: [0, 1], featured: [0, 1] } },
    languages: {
      table: 'gift_category_translations',
      owner: 'category_id',
      fields: ['name'],
      access: { area: 'events' },
    },
    programs: { table: 'gift_category_programs', owner: 'category_id', order: 'sort_order' },
  },
  gift_category_order: {
    word: 'display order of the LiL Giveaways categories in program',
    actions: { update: 'changed' },
    named_by: { noun: 'program' },
  },
} as const satisfies NounDeclarations;
