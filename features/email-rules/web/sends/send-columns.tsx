import { Anchor, Text } from '@mantine/core';
import { IconCheck, IconClock, IconHelp, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { addressOf } from '../../../../web/parts/records/record-pages.ts';
import { linkTo } from '../../../../web/ui/link-to.ts';
import type { Column } from '../../../../web/ui/table/column.ts';
import { Time } from '../../../../web/ui/time.tsx';
import type { RuleSend } from '../../contract.ts';
import { type SendState, STATE_LABELS } from '../rule-words.ts';
import classes from './sends.module.css';

export const SEND_COLUMNS: Column<RuleSend>[] = [
  { key: 'user', header: 'User', rowHeader: true, cell: (send) => <Person send={send} /> },
  {
    key: 'number',
    header: 'Email no.',
    numeric: true,
    narrow: true,
    priority: 2,
    cell: ({ number }) => number,
  },
  { key: 'state', header: 'Status', priority: 5, cell: (send) => <State send={send} /> },
  {
    key: 'created_at',
    header: 'Queued',
    oneLine: true,
    priority: 1,
    cell: ({ created_at }) => <Time value={created_at} />,
  },
  {
    key: 'finished_at',
    header: 'Ended',
    oneLine: true,
    priority: 3,
    cell: ({ finished_at }) => finished_at && <Time value={finished_at} />,
  },
];

/** Names a recipient; a person who is in another program now has no name here. */
function Person({ send: { user_id, first_name, last_name, email } }: { send: RuleSend }) {
  return (
    <>
      <Anchor component={Link} inherit {...linkTo(addressOf('user', user_id), {})}>
        <bdi>{`${first_name} ${last_name}`.trim() || `User #${user_id}`}</bdi>
      </Anchor>
      <Text component="span" size="xs" c="dimmed" fw={400} className={classes.person}>
        {email}
      </Text>
    </>
  );
}

const ICONS: Record<SendState, ReactNode> = {
  queued: <IconClock size={14} aria-hidden />,
  sent: <IconCheck size={14} aria-hidden />,
  refused: <IconX size={14} aria-hidden />,
  unknown: <IconHelp size={14} aria-hidden />,
};

function State({ send: { state, reason } }: { send: RuleSend }) {
  return (
    <span>
      <span className={classes.state} data-state={state}>
        {ICONS[state]} {STATE_LABELS[state]}
      </span>
      {reason && (
        <Text component="span" display="block" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {reason}
        </Text>
      )}
    </span>
  );
}
