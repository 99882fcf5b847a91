import type { NounDeclarations } from '../../core/noun.ts';

export const BUNDLES_NOUNS = {
  bundle: {
    word: 'classes of bundle',
    actions: { update: 'changed' },
    screen: '/bundle-classes/:id',
    found: { '/bundle-classes/:id': 'Bundles' },
    table: 'classes',
    name: 'class_name',
  },
} as const satisfies NounDeclarations;
