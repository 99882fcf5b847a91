import { Alert, List, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CategoryLosses } from '../../classes/links-contract.ts';
import { calls } from './calls.ts';

type CategoryLossesAlertProps = {
  id: number;
  programs: readonly number[];
};

/** Warns before a save of classes that lose categories; renders nothing where all keep them. */
export function CategoryLossesAlert({ id, programs }: CategoryLossesAlertProps) {
  const { data } = useQuery(
    calls.siteUserCategoryLosses.queryOptions({
      input: { id, programs: programs.join(',') },
      placeholderData: keepPreviousData,
    }),
  );
  const shown = data?.classes.slice(0, SHOWN) ?? [];
  const more = (data?.count ?? 0) - shown.length;
  return (
    <div role="status">
      {data && data.count > 0 && (
        <Alert color="yellow" variant="outline" p="xs" title={lossesText(data)}>
          <List size="sm">
            {shown.map(({ id: class_id, class_name, lost_categories }) => (
              <List.Item key={class_id}>
                {class_name}: {lost_categories.map(({ category_name }) => category_name).join(' and ')}
              </List.Item>
            ))}
          </List>
          {more > 0 && <Text size="sm">and {more.toLocaleString('en-US')} more</Text>}
        </Alert>
      )}
    </div>
  );
}

function lossesText({ count }: CategoryLosses): string {
  return count === 1
    ? '1 class loses its category'
    : `${count.toLocaleString('en-US')} classes lose categories`;
}

const SHOWN = 5;
