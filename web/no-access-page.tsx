import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSignedInUser } from './session.tsx';
import { PageHeading } from './ui/page-heading.tsx';

export function NoAccessPage({ title }: { title: string }) {
  const { email } = useSignedInUser();
  return (
    <Stack gap="xs" maw="34rem">
      <PageHeading title="No access">No access to {title}</PageHeading>
      <Text>
        You are signed in as {email}, and this account does not hold the permission for this screen. Whoever
        manages the admin users can give it.
      </Text>
      <Anchor component={Link} to="/">
        Go to the Dashboard
      </Anchor>
    </Stack>
  );
}
