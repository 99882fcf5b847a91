import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { calls } from './calls.ts';

type LostCategoriesProps = {
  id: number;
  programs: readonly number[];
};

export function LostCategories({ id, programs }: LostCategoriesProps) {
  const { data } = useQuery(
    calls.classCategoriesLost.queryOptions({
      input: { id, programs: programs.join(',') },
      enabled: programs.length > 0,
    }),
  );
  const names = data?.lost_categories.map(({ category_name }) => category_name) ?? [];
  return (
    <div role="status">
      {names.length > 0 && (
        <Alert color="yellow" variant="outline" p="xs" title="Saving removes categories">
          The class loses {names.join(' and ')}: none of its remaining programs has{' '}
          {names.length === 1 ? 'this category' : 'these categories'}.
        </Alert>
      )}
    </div>
  );
}
