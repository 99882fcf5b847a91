import { IconEye, IconEyeOff, IconPlayerPause, IconPlayerPlay, IconUserCheck } from '@tabler/icons-react';
import type { BulkVerb } from '../../../web/parts/switching/use-bulk-switches.tsx';
import { isActive } from '../rules.ts';
import type { SiteUserRow } from '../user-schemas.ts';

export type UserSwitch = 'status' | 'approved' | 'viewable';

/** Verbs of many users at once: none signs in, emails or pays. */
export const USER_VERBS: readonly BulkVerb<SiteUserRow, UserSwitch>[] = [
  {
    field: 'status',
    to: 1,
    words: ['Activate', 'activated'],
    icon: <IconPlayerPlay size={14} aria-hidden />,
    // Status 2 is active as well, and keeps its number.
    from: ({ status }) => (isActive({ status }) ? 1 : 0),
  },
  {
    field: 'status',
    to: 0,
    words: ['Deactivate', 'deactivated'],
    icon: <IconPlayerPause size={14} aria-hidden />,
    from: ({ status }) => status,
  },
  {
    field: 'approved',
    to: 1,
    words: ['Approve', 'approved'],
    icon: <IconUserCheck size={14} aria-hidden />,
    from: ({ approved }) => approved,
  },
  {
    field: 'viewable',
    to: 1,
    words: ['Show on site', 'shown on their sites'],
    icon: <IconEye size={14} aria-hidden />,
    from: ({ viewable }) => viewable,
  },
  {
    field: 'viewable',
    to: 0,
    words: ['Hide on site', 'hidden on their sites'],
    icon: <IconEyeOff size={14} aria-hidden />,
    from: ({ viewable }) => viewable,
  },
];
