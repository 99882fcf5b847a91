import { Stack, Text } from '@mantine/core';
import type { DialogProps } from '../../../../web/parts/dialogs-of.tsx';
import { ProgramName } from '../../../../web/parts/program-name.tsx';
import { openTabOnceProven } from '../../../../web/step-up/open-tab.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/confirm-dialog.tsx';
import { nameOf, type Person } from '../../web/calls.ts';
import { SESSION_MINUTES, TOKEN_SECONDS } from '../rules.ts';
import { loginCalls } from './calls.ts';

export function LoginAsDialog({ record: user, onClose }: DialogProps<Person>) {
  const open = async () => {
    const tab = await openTabOnceProven();
    try {
      const { url } = await loginCalls.openLogin.call({ id: user.id });
      if (!tab)
        throw new Error('Your browser blocked the new tab. Allow pop-ups for this page and try again.');
      tab.opener = null;
      tab.location.replace(url);
    } catch (error) {
      tab?.close();
      throw error;
    }
  };
  return (
    <ConfirmDialog
      title="Log in as user"
      name={nameOf(user)}
      confirmLabel="Open in a new tab"
      busyLabel="Opening…"
      onConfirm={open}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text size="sm">
          You will see the site of{' '}
          <b>
            <ProgramName id={user.site_program ?? 0} />
          </b>{' '}
          as {nameOf(user)} ({user.email}) does, for up to {SESSION_MINUTES} minutes. Continue in the new tab
          within {TOKEN_SECONDS} seconds.
        </Text>
        <Text size="sm">
          You can't change the password, email or payout details, buy or delete anything. This is logged, and
          the user may be notified.
        </Text>
      </Stack>
    </ConfirmDialog>
  );
}
