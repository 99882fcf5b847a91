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
      end: 'ended early',
      'draw-final': 'confirmed the winner of',
    },
    screen: '/events',
    found: { '/events': 'Events' },
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
  },
} as const satisfies NounDeclarations;
