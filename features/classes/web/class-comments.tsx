import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../web/ui/dialog/confirm-dialog.tsx';
import { DialogPages } from '../../../web/ui/dialog/dialog-pages.tsx';
import { LoadedList } from '../../../web/ui/table/loaded-list.tsx';
import { useListQuery } from '../../../web/ui/table/use-list.ts';
import { Time } from '../../../web/ui/time.tsx';
import type { ListedClass } from '../contract.ts';
import type { ClassComment } from '../people-contract.ts';
import { calls, reload } from './calls.ts';
import classes from './class-comments.module.css';

export function ClassComments({ record }: { record: ListedClass }) {
  const { id } = record;
  const [page, setPage] = useState(1);
  const [asking, setAsking] = useState<ClassComment | null>(null);
  const query = useListQuery(calls.classComments.queryOptions({ input: { id, page } }));
  const comments = query.data?.comments ?? [];
  return (
    <>
      <DialogPages page={page} count={query.data?.count} noun={['comment', 'comments']} onPage={setPage} />
      <LoadedList
        query={query}
        isEmpty={comments.length === 0}
        nothingYet="No comments yet"
        purpose="Comments that users write on the class appear here. You can remove them."
        skeleton={<Skeleton height={140} />}
      >
        <ul className={classes.comments}>
          {comments.map((comment) => (
            <li key={comment.id} data-row={comment.id}>
              <Text size="sm" className={classes.message} dir="auto">
                {comment.message}
              </Text>
              <Group justify="space-between" gap="sm">
                <Text size="xs" c="dimmed">
                  {comment.user_name ?? 'Unknown'} · <Time value={comment.created_at} />
                </Text>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  aria-label={`Remove: ${shortened(comment.message)}`}
                  onClick={() => setAsking(comment)}
                >
                  Remove
                </Button>
              </Group>
            </li>
          ))}
        </ul>
      </LoadedList>
      {asking && (
        <ConfirmDialog
          title="Remove comment?"
          confirmLabel="Remove"
          danger
          onConfirm={async () => {
            await calls.deleteComment.call({ id: asking.id });
            if (comments.length === 1 && page > 1) setPage(page - 1);
            await reload();
          }}
          onClose={() => setAsking(null)}
        >
          {`“${shortened(asking.message)}” will be removed. This can't be undone.`}
        </ConfirmDialog>
      )}
    </>
  );
}

function shortened(message: string): string {
  const start = Array.from(message.slice(0, 160)).slice(0, 80).join('');
  return start.length < message.length ? `${start}…` : message;
}
