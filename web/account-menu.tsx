import { ActionIcon, Menu, Text, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { signOut, useSignedInUser } from './session.tsx';
import { failureOf } from './ui/failure.ts';
import { toast } from './ui/toasts.tsx';

const ROLES = { superadmin: 'Superadmin', programadmin: 'Program admin', admin: 'Admin' } as const;
const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'Auto' },
];

/** Who is signed in, in which role; the colours; the way out. */
export function AccountMenu() {
  const user = useSignedInUser();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={260} keepMounted={false} closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Account of ${user.email}`}>
          <IconUserCircle size={22} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Text px="sm" pt="xs" size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {user.email}
        </Text>
        <Text px="sm" pb="xs" size="xs" c="dimmed">
          {ROLES[user.role]} · {user.program_display_name ?? 'All programs'}
        </Text>
        <Menu.Divider />
        <Menu.Label>Colours</Menu.Label>
        {SCHEMES.map(({ value, label }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            rightSection={colorScheme === value ? <span aria-hidden>✓</span> : null}
            onClick={() => setColorScheme(value as 'light' | 'dark' | 'auto')}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} closeMenuOnClick onClick={leave}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function leave() {
  signOut().catch((error: unknown) => toast(failureOf(error).message, { kind: 'error' }));
}
