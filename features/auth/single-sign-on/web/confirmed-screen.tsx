import { Anchor, Stack, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { tellConfirmed } from '../../../../web/sign-on.ts';
import { PageHeading } from '../../../../web/ui/page-heading.tsx';
import { ownPath } from '../rules.ts';
import { SignOnRefusal } from './sign-on-refusal.tsx';

/** Receives whoever was asked again at the provider: tells the page that waits, and closes or leads back (specification: Accounts). */
export function ConfirmedScreen() {
  const navigate = useNavigate();
  const { refused, to } = useSearch({ strict: false }) as { refused?: string; to?: string };
  useEffect(() => {
    tellConfirmed(refused ?? null);
    if (refused !== undefined) return;
    // Without a way back it is a window of its own.
    if (to === undefined) window.close();
    else void navigate({ href: ownPath(to), replace: true });
  }, [refused, to, navigate]);
  return (
    <Stack gap="sm">
      <PageHeading title={refused === undefined ? 'Confirmed' : 'Not confirmed'} />
      <SignOnRefusal />
      {to === undefined && <Text size="sm">You can close this window and go on in the one before.</Text>}
      <Anchor component={Link} to={ownPath(to)} size="sm">
        Back to Provost
      </Anchor>
    </Stack>
  );
}
