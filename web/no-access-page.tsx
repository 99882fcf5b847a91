import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSignedInUser } from './session.tsx';
import { PageHeading } from './ui/page-heading.tsx';

export function NoAccessPage({ title }: { title: string }) {
  const { email } = useSignedInUser();
  return (
    <Stack gap="xs" maw="34rem">
      <PageHeading title="No access">No access to {title}</PageHeading>
      <Text>You don't have access to this page ({email}). Ask an admin for the permission.</Text>
      <Anchor component={Link} to="/">
        Go to the Dashboard
      </Anchor>
    </Stack>
  );
}
