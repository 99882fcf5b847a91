import {
  ActionIcon,
  Button,
  Divider,
  Popover,
  SegmentedControl,
  Text,
  useMantineColorScheme,
} from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
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
  return (
    <Popover position="bottom-end" width={260} withinPortal={false} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Account of ${user.email}`}>
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
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={leave}
        >
          Sign out
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

function leave() {
  signOut().catch((error: unknown) => toast(failureOf(error).message, { kind: 'error' }));
}
