import { AssignProgramsDialog } from '../../../web/parts/assign-programs-dialog.tsx';
import { type Category, calls, reloadCategories } from './category-calls.ts';

export function CategoryProgramsDialog({ category, onClose }: { category: Category; onClose: () => void }) {
  const { id } = category;
  return (
    <AssignProgramsDialog
      of={category.name}
      home={category.program_id}
      read={() => calls.giftCategoryPrograms.call({ id })}
      save={async (assigned) => {
        await calls.saveGiftCategoryPrograms.call({ id, ...assigned });
        await reloadCategories();
      }}
      onClose={onClose}
    />
  );
}
