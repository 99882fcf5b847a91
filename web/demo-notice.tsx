import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { health } from './health.ts';

/** Milliseconds between two polls while the demo is being made. */
const POLL_INTERVAL_MS = 1000;

/** Says that sign-in is not possible yet, while a first start makes its demo data. */
export function DemoNotice() {
  const { data } = useQuery({
    ...health,
    refetchInterval: ({ state }) => (state.data?.making_demo ? POLL_INTERVAL_MS : false),
    // Of no use to who signs in: without an answer there is nothing to say.
    retry: false,
  });
  if (!data?.making_demo) return null;
  return (
    <Alert role="status" mb="md">
      Demo data is being created. You can sign in in about 30 seconds.
    </Alert>
  );
}
