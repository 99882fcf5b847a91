import { ARCHIVE_ACTIONS, LIST_ACTIONS, type NounDeclarations } from '../../core/noun.ts';

export const GIFT_PRODUCTS_NOUNS = {
  gift_product: {
    word: 'gift product',
    actions: { ...LIST_ACTIONS, ...ARCHIVE_ACTIONS },
    screen: '/giveaways/products',
    found: { '/giveaways/products': 'Gift products' },
    table: 'gift_products',
    name: 'name',
    archives: 'lilt-product/{id}',
    languages: {
      table: 'gift_product_translations',
      owner: 'product_id',
      fields: ['name', 'description'],
      access: { area: 'store' },
    },
    programs: { table: 'gift_product_programs', owner: 'product_id' },
  },
} as const satisfies NounDeclarations;
