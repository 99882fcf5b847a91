import { Alert, Box, Button, Group, Radio, Stack, Text } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import type { Conflict } from '../../../core/errors.ts';
import { Time } from '../time.tsx';
import { unavailable } from '../unavailable.ts';
import classes from './conflict-notice.module.css';
import type { Choices, Side } from './merge.ts';

export type ShownClash = { field: string; label: string; mine: ReactNode; theirs: ReactNode };

export type TheirState = 'read' | 'gone' | 'unread';

type ConflictNoticeProps = {
  conflict: Conflict | null;
  theirs: TheirState;
  busy?: boolean;
  clashes?: readonly ShownClash[];
  choices?: Choices;
  onChoose?: (field: string, side: Side) => void;
  children?: ReactNode;
  onLoadTheirs: () => void;
  onKeepMine: () => void;
  onRead: () => void;
};

/** Notice of a 409: keeping mine takes the other version for the rest; where both changed a value, one is chosen. */
export function ConflictNotice(props: ConflictNoticeProps) {
  const { conflict, theirs, busy = false, clashes = [], choices = {}, onChoose, children } = props;
  if (theirs === 'gone') return <GoneNotice />;
  const way = (take: () => void) => (event: MouseEvent<HTMLElement>) => {
    if (busy) return;
    // The button goes with the notice; what is next to it could do anything at the next Enter.
    const editor = event.currentTarget.closest('[data-editor]');
    editor?.querySelector<HTMLElement>('[data-save]')?.focus();
    take();
  };
  return (
    <Alert
      color="yellow"
      variant="outline"
      role="alert"
      title="Changed by another admin"
      classNames={{ title: classes.title }}
    >
      <Text size="sm">
        {conflict?.changed_by ?? 'Another admin'} saved this
        {conflict && (
          <>
            {' on '}
            <Time exact value={conflict.changed_at} />
          </>
        )}
        after you opened it. Your changes are not saved.
      </Text>
      {theirs === 'unread' ? (
        <>
          <Text size="sm" mt="xs">
            Their version could not be loaded.
          </Text>
          <Button size="xs" variant="default" mt="sm" {...unavailable(busy)} onClick={() => props.onRead()}>
            Load their version
          </Button>
        </>
      ) : (
        <>
          {children && (
            <Box mt="sm" className={classes.theirs}>
              {children}
            </Box>
          )}
          {clashes.length > 0 && (
            <>
              <Text size="sm" mt="xs" fw={600}>
                Both of you changed:
              </Text>
              <Stack gap="xs" mt={4} className={classes.clashes} tabIndex={-1}>
                {clashes.map((clash) => (
                  <ClashChoice
                    key={clash.field}
                    clash={clash}
                    side={choices[clash.field] ?? 'mine'}
                    onChoose={(side) => onChoose?.(clash.field, side)}
                  />
                ))}
              </Stack>
            </>
          )}
          <Text size="sm" mt="xs">
            “Keep mine” keeps what you changed{clashes.length > 0 && ', as chosen here,'} and uses theirs for
            everything else.
          </Text>
          <Group gap="xs" mt="sm">
            <Button size="xs" variant="default" {...unavailable(busy)} onClick={way(props.onLoadTheirs)}>
              Load theirs
            </Button>
            <Button size="xs" {...unavailable(busy)} onClick={way(props.onKeepMine)}>
              Keep mine and save
            </Button>
          </Group>
        </>
      )}
    </Alert>
  );
}

function GoneNotice() {
  return (
    <Alert color="red" variant="outline" role="alert" title="No longer available">
      <Text size="sm">
        This record was removed, or you no longer have access. Your changes are not saved; they stay here
        until you leave.
      </Text>
    </Alert>
  );
}

type ClashChoiceProps = { clash: ShownClash; side: Side; onChoose: (side: Side) => void };

function ClashChoice({ clash: { label, mine, theirs }, side, onChoose }: ClashChoiceProps) {
  const option = (value: Side, name: string, text: ReactNode) => (
    <Radio
      value={value}
      size="xs"
      label={
        <span className={classes.side}>
          <b>{name}</b> {text}
        </span>
      }
    />
  );
  return (
    <Radio.Group
      label={label}
      size="xs"
      value={side}
      onChange={(value) => onChoose(value === 'theirs' ? 'theirs' : 'mine')}
    >
      <Stack gap={4} mt={2}>
        {option('mine', 'Yours:', mine)}
        {option('theirs', 'Theirs:', theirs)}
      </Stack>
    </Radio.Group>
  );
}
