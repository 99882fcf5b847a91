import type { NounDeclarations } from '../../core/noun.ts';

export const GIFT_PURCHASES_NOUNS = {
  gift_purchase: {
    word: 'order',
    actions: { create: 'recorded', fulfil: 'fulfilled', undo: 'undid the fulfillment of', track: 'tracked' },
    screen: '/giveaways/purchases',
    found: { '/giveaways/purchases': 'Orders' },
    table: 'gift_purchases',
  },
  fulfilment: {
    word: 'fulfillment',
    actions: { fulfil: 'created', print: 'printed', undo: 'undid' },
    screen: '/giveaways/fulfilments/:id',
    found: { '/giveaways/fulfilments/:id': 'Fulfillments' },
    table: 'fulfilments',
  },
} as const satisfies NounDeclarations;
