import type { NounDeclarations } from '../../core/noun.ts';

export const BUNDLES_NOUNS = {
  bundle: {
    word: 'classes of bundle',
    actions: { update: 'changed' },
    fields: {
      classes: { label: 'classes', of: 'class', reads: 'state' },
    },
    screen: '/bundle-classes/:id',
    found: { '/bundle-classes/:id': { plural: 'Bundles', read: 'class/{id}', place: 70 } },
    table: 'classes',
    name: 'class_name',
  },
} as const satisfies NounDeclarations;
