import { Button, Group, Text } from '@mantine/core';
import { PAGE_SIZE, pageCount } from '../../../core/paging.ts';
import { unavailable } from '../unavailable.ts';

type DialogPagesProps = {
  page: number;
  count: number | undefined;
  noun: readonly [one: string, many: string];
  onPage: (page: number) => void;
};

export function DialogPages({ page, count, noun: [one, many], onPage }: DialogPagesProps) {
  const last = count === undefined ? 1 : pageCount(count);
  const to = (next: number) => () => next >= 1 && next <= last && onPage(next);
  return (
    <Group justify="space-between" mih={30}>
      <Text size="sm" c="dimmed" role="status">
        {count !== undefined && `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`}
        {last > 1 && `, ${(page - 1) * PAGE_SIZE + 1} to ${Math.min(page * PAGE_SIZE, count ?? 0)} shown`}
      </Text>
      {last > 1 && (
        <Group gap={4}>
          <Button size="compact-sm" variant="default" {...unavailable(page <= 1)} onClick={to(page - 1)}>
            Previous page
          </Button>
          <Button size="compact-sm" variant="default" {...unavailable(page >= last)} onClick={to(page + 1)}>
            Next page
          </Button>
        </Group>
      )}
    </Group>
  );
}
