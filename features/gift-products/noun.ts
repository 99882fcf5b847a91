import { ARCHIVE_ACTIONS, LIST_ACTIONS, type NounDeclarations } from '../../core/noun.ts';

export const GIFT_PRODUCTS_NOUNS = {
  gift_product: {
    word: 'gift product',
    actions: { ...LIST_ACTIONS, ...ARCHIVE_ACTIONS },
    fields: {
      type: { label: 'type' },
      nft_image_id: { label: 'digital item', reads: 'label' },
      nft_id: { label: 'chain ID' },
      class_id: { label: 'class', of: 'class' },
      preview: { label: 'preview' },
      amount: { label: 'amount', reads: 'money' },
      currency: { label: 'currency', reads: 'unsaid' },
    },
    screen: '/giveaways/products',
    found: {
      '/giveaways/products': {
        plural: 'Gift products',
        list: 'lilt-products',
        read: 'lilt-product/{id}',
        place: 140,
      },
    },
    table: 'gift_products',
    name: 'name',
    currency: 'currency',
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
