import { LIST_ACTIONS, type NounDeclarations } from '../../core/noun.ts';

export const GIFT_CATEGORIES_NOUNS = {
  gift_category: {
    word: 'LiL Giveaways category',
    actions: LIST_ACTIONS,
    screen: '/giveaways/categories',
    found: { '/giveaways/categories': 'Categories' },
    table: 'gift_categories',
    name: 'name',
    languages: { table: 'gift_category_translations', owner: 'category_id', fields: ['name'] },
  },
} as const satisfies NounDeclarations;
