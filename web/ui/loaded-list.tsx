import { Alert, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { failureOf } from './failure.ts';
import classes from './loaded-list.module.css';

/** What a list looks at in the answer of `useQuery`; pass the whole answer. */
export type ListQuery = {
  isPending: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  error: unknown;
  refetch: () => unknown;
};

export type ListTexts = {
  /** Said where there are no rows at all: "No admin users yet". */
  nothingYet: string;
  /** The way to the first one, a button as a rule. */
  first?: ReactNode;
  /** True where a filter is set; then the empty list says that nothing matches. */
  filtered?: boolean;
  onClearFilters?: () => void;
};

type LoadedListProps = ListTexts & {
  query: ListQuery;
  isEmpty: boolean;
  /** Shown on the first load, in the height of what will come. */
  skeleton: ReactNode;
  /** The frame that stays around skeleton and rows, such as the head of a table. */
  children: ReactNode;
};

/**
 * The states of any list, table or cards: skeleton on the first load, the old rows dimmed while others come, the
 * error with Retry, "nothing yet" apart from "nothing matches".
 */
export function LoadedList({ query, isEmpty, skeleton, children, ...texts }: LoadedListProps) {
  const reloading = query.isFetching && query.isPlaceholderData;
  if (query.error) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending)
    return (
      <div aria-busy>
        <VisuallyHidden role="status">Loading</VisuallyHidden>
        {skeleton}
      </div>
    );
  return (
    <div className={classes.rows} aria-busy={reloading} data-reloading={reloading || undefined}>
      {isEmpty ? <Nothing {...texts} /> : children}
    </div>
  );
}

/** An error where the content would stand. */
export function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { message, request_id } = failureOf(error);
  return (
    <Alert color="red" variant="outline" role="alert" title="This could not be loaded">
      <Text size="sm">{message}</Text>
      {request_id && (
        <Text size="xs" c="dimmed" mt={4}>
          Request {request_id}
        </Text>
      )}
      <Button size="xs" variant="default" mt="sm" onClick={onRetry}>
        Retry
      </Button>
    </Alert>
  );
}

function Nothing({ nothingYet, first, filtered, onClearFilters }: ListTexts) {
  return (
    <Stack align="center" gap="sm" className={classes.nothing}>
      <Text fw={600}>{filtered ? 'Nothing matches' : nothingYet}</Text>
      <Group>
        {filtered && onClearFilters && (
          <Button size="xs" variant="default" onClick={onClearFilters}>
            Clear filters
          </Button>
        )}
        {!filtered && first}
      </Group>
    </Stack>
  );
}
