import {
  ActionIcon,
  Button,
  Divider,
  Popover,
  SegmentedControl,
  Text,
  useMantineColorScheme,
} from '@mantine/core';
import { IconLogout, IconShieldLock, IconUserCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { health } from './health.ts';
import { signOut, useSignedInUser } from './session.tsx';
import { failureOf } from './ui/failure.ts';
import { toast } from './ui/toasts.tsx';

const ROLES = { superadmin: 'Superadmin', programadmin: 'Program admin', admin: 'Admin' } as const;
const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'Auto' },
] as const;

export function AccountMenu() {
  const user = useSignedInUser();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      position="bottom-end"
      width={260}
      withinPortal={false}
      trapFocus
      returnFocus
      opened={opened}
      onChange={setOpened}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Account of ${user.email}`}
          onClick={() => setOpened(!opened)}
        >
          <IconUserCircle size={22} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label="Account">
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {user.email}
        </Text>
        <Text size="xs" c="dimmed">
          {ROLES[user.role]} · {user.program_display_name ?? 'All programs'}
        </Text>
        <Divider my="sm" />
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label="Colours"
          data={[...SCHEMES]}
          value={colorScheme}
          onChange={setColorScheme}
        />
        <Divider my="sm" />
        <Button
          fullWidth
          variant="subtle"
          justify="start"
          size="compact-md"
          leftSection={<IconShieldLock size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/account" {...props} />}
          onClick={() => setOpened(false)}
        >
          My account
        </Button>
        <Button
          fullWidth
          variant="subtle"
          justify="start"
          size="compact-md"
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={leave}
        >
          Sign out
        </Button>
        <Version />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Mounted with the menu, so that nobody asks for it who does not look. */
function Version() {
  const { data } = useQuery({ ...health, retry: false });
  return (
    <Text size="xs" c="dimmed" ta="center" mt="sm">
      Provost {data?.version}
    </Text>
  );
}

function leave() {
  signOut().catch((error: unknown) => toast(failureOf(error).message, { kind: 'error' }));
}
