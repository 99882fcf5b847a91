import { Anchor, Button, Code, Group, Stack, Text } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { failureOf } from './ui/failure.ts';
import { PageHeading } from './ui/page-heading.tsx';

/** Replaces a screen that threw: the error, its reference for support, and two ways on. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const failure = failureOf(error);
  return (
    <Stack gap="sm" maw="38rem" role="alert">
      <PageHeading title="Something went wrong" />
      <Text>This screen stopped working. Your saved work isn't affected.</Text>
      <Text c="dimmed" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {failure.message}
      </Text>
      {failure.request_id && (
        <Text size="sm">
          Request <Code>{failure.request_id}</Code>. Give this number to support.
        </Text>
      )}
      <Group>
        <Button onClick={reset}>Try again</Button>
        <Button variant="default" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
        {/* A plain link on purpose: it starts the program anew. */}
        <Anchor href="/">Go to the Dashboard</Anchor>
      </Group>
    </Stack>
  );
}
