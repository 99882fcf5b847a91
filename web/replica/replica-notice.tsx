import { Alert } from '@mantine/core';
import { useEffect } from 'react';
import { queryClient } from '../api.ts';
import { setReadsReplica } from './reads-replica.ts';

/** Milliseconds between two looks at whether changes can be saved again. */
const POLL_INTERVAL_MS = 5_000;

/** Says that nothing can be saved, until the primary answers; then what is shown is read again. */
export function ReplicaNotice() {
  useEffect(() => {
    const look = async () => {
      const response = await fetch('/readyz').catch(() => null);
      if (!response?.ok) return;
      const { reads } = (await response.json()) as { reads?: string };
      if (reads !== undefined) return;
      setReadsReplica(false);
      await queryClient.invalidateQueries();
    };
    const timer = setInterval(() => void look(), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Alert role="status" color="yellow" variant="outline" mb="md" title="Read-only for now">
      The main database is not responding. This page may be a few seconds old, and changes can't be saved.
    </Alert>
  );
}
