import type { NounDeclarations } from '../../core/noun.ts';

export const COUPONS_NOUNS = {
  coupon: {
    word: 'coupon',
    actions: { create: 'created', update: 'changed', delete: 'removed' },
    fields: {
      known: { label: 'discount', reads: 'discount' },
    },
    screen: '/coupons',
    found: { '/coupons': { plural: 'Coupons', list: 'coupons', read: 'coupon/{id}', place: 270 } },
    table: 'coupons',
    name: 'coupon_name',
    switches: { path: 'coupons/switched', fields: { removed: [1] } },
  },
} as const satisfies NounDeclarations;
