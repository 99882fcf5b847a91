import { IconTrash } from '@tabler/icons-react';
import type { BulkVerb } from '../../../web/parts/switching/use-bulk-switches.tsx';
import type { AdminUser } from '../contract.ts';

export const ADMIN_USER_VERBS: readonly BulkVerb<AdminUser, 'removed'>[] = [
  {
    field: 'removed',
    to: 1,
    words: ['Remove', 'removed'],
    icon: <IconTrash size={14} aria-hidden />,
    from: () => 0,
    asks: "They'll be signed out and lose access. This can't be undone.",
  },
];
