import { COIN } from '../../core/coins.ts';
import { ARCHIVE_ACTIONS, LIST_ACTIONS, type NounDeclarations } from '../../core/noun.ts';

export const EVENTS_NOUNS = {
  event: {
    word: 'event',
    actions: {
      ...LIST_ACTIONS,
      ...ARCHIVE_ACTIONS,
      categories: 'set the categories of',
      freeze: 'locked the tickets of',
      draw: 'proposed a winner of',
      end: 'ended {record} early',
      'draw-final': 'confirmed the winner of',
    },
    fields: {
      price: { label: 'price', reads: 'hundredths', unit: COIN },
      ticket_price: { label: 'ticket price', reads: 'hundredths', unit: COIN },
      start_at: { label: 'start', reads: 'moment' },
      end_at: { label: 'end', reads: 'moment' },
      product_id: { label: 'product', of: 'gift_product' },
      categories: { label: 'categories', of: 'gift_category' },
      processed: { label: 'drawn', reads: 'unsaid' },
      tickets: { label: 'tickets', reads: 'count', alone: true },
      ticket: { label: 'ticket', alone: true },
      attempt: { label: 'attempt', reads: 'unsaid' },
      list_hash: { label: 'fingerprint of the tickets', reads: 'unsaid' },
      beacon_round: { label: 'round of the beacon', reads: 'unsaid' },
    },
    screen: '/events',
    found: { '/events': { plural: 'Events', list: 'lilt-events', read: 'lilt-event/{id}', place: 80 } },
    table: 'events',
    name: 'name',
    archives: 'lilt-event/{id}',
    languages: {
      table: 'event_translations',
      owner: 'event_id',
      fields: ['name', 'description'],
      access: { area: 'events' },
    },
    programs: { table: 'event_programs', owner: 'event_id', order: 'sort_order' },
  },
  event_order: {
    word: 'display order of the events in program',
    actions: { update: 'changed' },
    named_by: { noun: 'program' },
  },
} as const satisfies NounDeclarations;
