import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { PAGE_SIZE, pageCount } from '../../../../core/paging.ts';
import { Dialog } from '../../../../web/ui/dialog/dialog.tsx';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import { useListQuery } from '../../../../web/ui/table/use-list.ts';
import { Time } from '../../../../web/ui/time.tsx';
import type { GroupChange, InheritedRow } from '../../ledger-contract.ts';
import type { LevelName } from '../../rules.ts';
import { calls } from '../calls.ts';
import { differenceOfRows } from '../cards/draft/group-difference.ts';
import { SaleFigures } from '../cards/sale-figures.tsx';
import { AsOf } from './as-of.tsx';
import classes from './history-dialog.module.css';

type HistoryDialogProps = { level: LevelName; owner_id: number; title: string; onClose: () => void };

export function HistoryDialog({ level, owner_id, title, onClose }: HistoryDialogProps) {
  return (
    <Dialog size="xl" title="History" name={title} onClose={onClose}>
      <Stack gap="lg">
        <AsOf level={level} owner_id={owner_id} />
        <Changes level={level} owner_id={owner_id} />
      </Stack>
    </Dialog>
  );
}

function Changes({ level, owner_id }: Pick<HistoryDialogProps, 'level' | 'owner_id'>) {
  const [page, setPage] = useState(1);
  const { data, error, refetch, isFetching, isPlaceholderData } = useListQuery(
    calls.commissionHistory.queryOptions({ input: { level, owner_id, page } }),
  );
  const failed = error ? (
    <LoadError error={error} onRetry={() => void refetch()} above={data !== undefined} />
  ) : null;
  if (!data) return failed ?? <Skeleton height={240} aria-busy />;
  const last = pageCount(data.count, PAGE_SIZE);
  return (
    <section aria-label="Changes" className={classes.changes}>
      {failed}
      {page === 1 && (
        <div className={classes.now}>
          <h3>Now</h3>
          <SaleFigures level={level} sale={data.sale} />
        </div>
      )}
      <h3>{data.count === 1 ? '1 change' : `${data.count.toLocaleString('en-US')} changes`}</h3>
      {data.count === 0 && (
        <Text size="sm">No changes yet. When the sale is refunded or split again, that appears here.</Text>
      )}
      <ol className={classes.timeline} aria-busy={isFetching && isPlaceholderData}>
        {data.history.map((change) => (
          <Change key={change.at} level={level} change={change} />
        ))}
      </ol>
      {last > 1 && (
        <Group justify="space-between">
          <Button size="xs" variant="default" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            Later changes
          </Button>
          <Text size="sm" c="dimmed" role="status">
            Page {page} of {last}
          </Text>
          <Button size="xs" variant="default" disabled={page >= last} onClick={() => setPage(page + 1)}>
            Earlier changes
          </Button>
        </Group>
      )}
    </section>
  );
}

type ChangeProps = { level: LevelName; change: GroupChange & { sale: InheritedRow[] } };

function Change({ level, change: { at, by, before, after, sale } }: ChangeProps) {
  const { changed, same } = differenceOfRows(before, after);
  return (
    <li>
      <p className={classes.when}>
        <b>
          <Time value={at} />
        </b>{' '}
        by {by ?? 'unknown'}
      </p>
      <ul className={classes.rows}>
        {changed.map(({ key, name, before: was, after: is }) => (
          <li key={key}>
            <span>{name}</span>
            {was === null ? <span className={classes.none}>not there</span> : <del>{was}</del>}
            <span role="img" aria-label="becomes">
              →
            </span>
            {is === null ? <span className={classes.none}>removed</span> : <ins>{is}</ins>}
          </li>
        ))}
      </ul>
      {same > 0 && (
        <Text size="xs" c="dimmed">
          {same === 1 ? '1 rate' : `${same} rates`} unchanged.
        </Text>
      )}
      <div className={classes.sale}>
        <SaleFigures level={level} sale={sale} />
      </div>
    </li>
  );
}
