import { Alert, Box, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Conflict } from '../../core/errors.ts';
import { Time } from './time.tsx';

type ConflictNoticeProps = {
  conflict: Conflict | null;
  busy?: boolean;
  /** What theirs looks like, where it can be shown. */
  children?: ReactNode;
  onLoadTheirs: () => void;
  onKeepMine: () => void;
};

/** A 409: who changed the row meanwhile, and the two ways out. */
export function ConflictNotice({ conflict, busy = false, children, ...ways }: ConflictNoticeProps) {
  const { onLoadTheirs, onKeepMine } = ways;
  return (
    <Alert color="yellow" variant="outline" role="alert" title="Changed by somebody else">
      <Text size="sm">
        {conflict?.changed_by ?? 'Somebody'} saved this
        {conflict && (
          <>
            {' on '}
            <Time value={conflict.changed_at} />
          </>
        )}
        , after you had opened it. Nothing of yours has been written.
      </Text>
      {children && <Box mt="sm">{children}</Box>}
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="default" disabled={busy} onClick={onLoadTheirs}>
          Load theirs
        </Button>
        <Button size="xs" disabled={busy} onClick={onKeepMine}>
          Keep mine and save
        </Button>
      </Group>
    </Alert>
  );
}
