import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PageHeading } from './ui/page-heading.tsx';

type NotFoundPageProps = {
  /** Record in the address, as "class #7"; null where no screen has the address. */
  what?: string | null;
};

export function NotFoundPage({ what }: NotFoundPageProps) {
  return (
    <Stack gap="xs" maw="34rem">
      <PageHeading title="Page not found" />
      <Text>
        {what
          ? `There is no ${what}, or it belongs to another program.`
          : "This page doesn't exist. The link may be incomplete."}
      </Text>
      <Anchor component={Link} to="/">
        Go to the Dashboard
      </Anchor>
    </Stack>
  );
}
