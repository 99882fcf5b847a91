import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PageHeading } from './ui/page-heading.tsx';

export function NotFoundPage() {
  return (
    <Stack gap="xs" maw="34rem">
      <PageHeading title="Page not found" />
      <Text>No screen has this address. It may have moved, or a character of the link was lost.</Text>
      <Anchor component={Link} to="/">
        Go to Home
      </Anchor>
    </Stack>
  );
}
