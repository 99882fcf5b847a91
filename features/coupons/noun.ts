import type { NounDeclarations } from '../../core/noun.ts';

export const COUPONS_NOUNS = {
  coupon: {
    word: 'coupon',
    actions: { create: 'created', update: 'changed', delete: 'removed' },
    screen: '/coupons',
    found: { '/coupons': 'Coupons' },
    table: 'coupons',
    name: 'coupon_name',
  },
} as const satisfies NounDeclarations;
