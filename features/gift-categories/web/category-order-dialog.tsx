import { useQuery } from '@tanstack/react-query';
import { apiOf } from '../../../web/api.ts';
import { DisplayOrderDialog } from '../../../web/parts/display-order-dialog.tsx';
import { programsContract } from '../../programs/contract.ts';
import { type Category, calls, reloadCategories } from './category-calls.ts';

const api = apiOf({ programs: programsContract });

type CategoryOrderDialogProps = { category: Category; program_id: number; onClose: () => void };

export function CategoryOrderDialog({ category, program_id, onClose }: CategoryOrderDialogProps) {
  const { data } = useQuery(
    api.programs.programs.queryOptions({ input: { page: undefined, status: 'all' }, staleTime: 300_000 }),
  );
  const program = data?.programs.find(({ id }) => id === program_id);
  const save = async (sort_order: number | null) => {
    await calls.setGiftCategoryDisplayOrder.call({ id: category.id, program_id, sort_order });
    await reloadCategories();
  };
  return (
    <DisplayOrderDialog
      of={category.name}
      program={program?.program_display_name ?? `program ${program_id}`}
      sort_order={category.sort_order}
      onSave={save}
      onClose={onClose}
    />
  );
}
