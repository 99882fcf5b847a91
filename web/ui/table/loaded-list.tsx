import { Alert, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { failureOf } from '../failure.ts';
import classes from './loaded-list.module.css';

/** Fields of `useQuery`'s answer that a list reads; pass the whole answer. */
export type ListQuery = {
  data: unknown;
  isPending: boolean;
  isFetching: boolean;
  /** True while the rows belong to another page or filter than requested. */
  isPlaceholderData: boolean;
  error: unknown;
  refetch: () => unknown;
};

export type ListTexts = {
  /** Text of a list without any rows: "No admin users yet". */
  nothingYet: string;
  /** Sentence below that: the use of the list, and the first step. */
  purpose?: string;
  first?: ReactNode;
  /** True where a filter is set: an empty list then says that nothing matches. */
  filtered?: boolean;
  onClearFilters?: (() => void) | undefined;
  /** Shows the rows of all programs, where the list is narrowed to one. */
  onWiden?: (() => void) | undefined;
};

type LoadedListProps = ListTexts & {
  query?: ListQuery;
  isEmpty: boolean;
  /** Placeholder of the first load, in the height of the content. */
  skeleton: ReactNode;
  children: ReactNode;
};

/** States of any list. Loaded rows stay below an error, with whatever is being edited in them. */
export function LoadedList({ query = AT_HAND, isEmpty, skeleton, children, ...texts }: LoadedListProps) {
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = query;
  return (
    <>
      {error ? <LoadError error={error} onRetry={() => void refetch()} above={data !== undefined} /> : null}
      {data !== undefined ? (
        <div
          className={classes.rows}
          aria-busy={isFetching && isPlaceholderData}
          data-reloading={isPlaceholderData || undefined}
        >
          {isEmpty ? <Nothing {...texts} /> : children}
        </div>
      ) : (
        isPending && (
          <div aria-busy>
            <VisuallyHidden role="status">Loading</VisuallyHidden>
            {skeleton}
          </div>
        )
      )}
    </>
  );
}

const AT_HAND: ListQuery = {
  data: null,
  isPending: false,
  isFetching: false,
  isPlaceholderData: false,
  error: null,
  refetch: () => undefined,
};

type LoadErrorProps = {
  error: unknown;
  onRetry: () => void;
  above?: boolean;
};

/** An error in place of the content, or above what was loaded before. */
export function LoadError({ error, onRetry, above = false }: LoadErrorProps) {
  const { message, request_id } = failureOf(error);
  return (
    <Alert
      color="red"
      variant="outline"
      role="alert"
      className={classes.error}
      title="Could not load this"
      mb="sm"
    >
      <Text size="sm">{message}</Text>
      {above && <Text size="sm">The data below was loaded earlier.</Text>}
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

function Nothing({ nothingYet, purpose, first, filtered, onClearFilters, onWiden }: ListTexts) {
  return (
    <Stack align="center" gap="sm" className={classes.nothing} data-nothing>
      <Text fw={600}>{filtered ? 'No results' : nothingYet}</Text>
      {!filtered && purpose && (
        <Text size="sm" c="dimmed" ta="center" maw="32rem" data-purpose>
          {purpose}
        </Text>
      )}
      <Group>
        {filtered && onClearFilters && (
          <Button size="xs" variant="default" onClick={onClearFilters}>
            Clear filters
          </Button>
        )}
        {onWiden && (
          <Button size="xs" variant="default" onClick={onWiden}>
            Show all programs
          </Button>
        )}
        {!filtered && first}
      </Group>
    </Stack>
  );
}
