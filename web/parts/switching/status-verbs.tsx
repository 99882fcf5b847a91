import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { BulkVerb } from './use-bulk-switches.tsx';

export function statusVerbs<Row extends { status: number }>(): readonly BulkVerb<Row, 'status'>[] {
  return [
    {
      field: 'status',
      to: 1,
      words: ['Activate', 'activated'],
      icon: <IconPlayerPlay size={14} aria-hidden />,
      from: ({ status }) => status,
    },
    {
      field: 'status',
      to: 0,
      words: ['Deactivate', 'deactivated'],
      icon: <IconPlayerPause size={14} aria-hidden />,
      from: ({ status }) => status,
    },
  ];
}
