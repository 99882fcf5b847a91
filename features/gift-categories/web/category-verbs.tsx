import { IconPlayerPause, IconPlayerPlay, IconStar, IconStarOff } from '@tabler/icons-react';
import type { BulkVerb } from '../../../web/parts/switching/use-bulk-switches.tsx';
import type { Category } from './calls.ts';

export type CategorySwitch = 'active' | 'featured';

export const CATEGORY_VERBS: readonly BulkVerb<Category, CategorySwitch>[] = [
  {
    field: 'active',
    to: 1,
    words: ['Activate', 'activated'],
    icon: <IconPlayerPlay size={14} aria-hidden />,
    from: ({ active }) => active,
  },
  {
    field: 'active',
    to: 0,
    words: ['Deactivate', 'deactivated'],
    icon: <IconPlayerPause size={14} aria-hidden />,
    from: ({ active }) => active,
  },
];

/** Within one program, where a category has its star. */
export const FEATURED_VERBS: readonly BulkVerb<Category, CategorySwitch>[] = [
  {
    field: 'featured',
    to: 1,
    words: ['Feature', 'featured'],
    icon: <IconStar size={14} aria-hidden />,
    from: ({ featured }) => Number(featured),
  },
  {
    field: 'featured',
    to: 0,
    words: ['Stop featuring', 'no longer featured'],
    icon: <IconStarOff size={14} aria-hidden />,
    from: ({ featured }) => Number(featured),
  },
];
