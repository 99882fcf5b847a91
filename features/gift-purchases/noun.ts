import { COIN } from '../../core/coins.ts';
import type { NounDeclarations } from '../../core/noun.ts';

export const GIFT_PURCHASES_NOUNS = {
  gift_purchase: {
    word: 'order',
    actions: { create: 'recorded', fulfil: 'fulfilled', undo: 'undid the fulfillment of', track: 'tracked' },
    screen: '/giveaways/purchases',
    found: { '/giveaways/purchases': { plural: 'Orders', place: 150 } },
    table: 'gift_purchases',
    named_by: { noun: 'site_user', column: 'user_id' },
    fields: {
      type: { label: 'type', reads: 'unsaid' },
      price: { label: 'price', reads: 'hundredths', unit: COIN, alone: true },
      user_id: { label: 'user', of: 'site_user', reads: 'unsaid' },
      entry_id: { label: 'LiL-T entry', reads: 'unsaid' },
      event_id: { label: 'event', of: 'event', alone: true },
      product_id: { label: 'product', of: 'gift_product', alone: true },
      fulfilled: { label: 'fulfilled', reads: 'unsaid' },
      fulfilment_id: { label: 'fulfillment', of: 'fulfilment', alone: true },
      carrier: { label: 'carrier' },
      tracking_number: { label: 'tracking number' },
    },
  },
  fulfilment: {
    word: 'fulfillment',
    actions: { fulfil: 'created', print: 'printed', undo: 'undid' },
    fields: {
      orders: { label: 'orders', reads: 'count', alone: true },
      printed: { label: 'printed', reads: 'unsaid' },
    },
    screen: '/giveaways/fulfilments/:id',
    found: { '/giveaways/fulfilments/:id': { plural: 'Fulfillments', place: 160 } },
    table: 'fulfilments',
  },
} as const satisfies NounDeclarations;
