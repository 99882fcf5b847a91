import { lazy } from 'react';
import { RecordDialog } from '../../../web/parts/record-dialog.tsx';
import { useActor } from '../../../web/session.tsx';
import type { CategoryDialog } from './categories-address.ts';
import { type Category, readCategory } from './category-calls.ts';
import { mayAssign, mayEdit } from './category-permissions.ts';

const Edit = lazy(() =>
  import('./edit-category-dialog.tsx').then((m) => ({ default: m.EditCategoryDialog })),
);
const Translations = lazy(() =>
  import('./category-translations-dialog.tsx').then((m) => ({ default: m.CategoryTranslationsDialog })),
);
const Order = lazy(() =>
  import('./category-order-dialog.tsx').then((m) => ({ default: m.CategoryOrderDialog })),
);
const Programs = lazy(() =>
  import('./category-programs-dialog.tsx').then((m) => ({ default: m.CategoryProgramsDialog })),
);

type CategoryDialogsProps = {
  dialog: CategoryDialog;
  id: number;
  /** The category, where the page of the list holds it. */
  row: Category | undefined;
  program_id: number;
  onClose: () => void;
};

/** The dialog that the address names, for a category that is the person's to touch. */
export function CategoryDialogs({ dialog, id, row, program_id, onClose }: CategoryDialogsProps) {
  const actor = useActor();
  const dialogOf = (category: Category) => {
    switch (dialog) {
      case 'edit':
        return <Edit category={category} parent={null} program_id={program_id} onClose={onClose} />;
      case 'under':
        return (
          category.parent_id === null && (
            <Edit category={null} parent={category} program_id={program_id} onClose={onClose} />
          )
        );
      case 'translations':
        return <Translations category={category} onClose={onClose} />;
      case 'order':
        return program_id > 0 && <Order category={category} program_id={program_id} onClose={onClose} />;
      case 'programs':
        return mayAssign(actor) && <Programs category={category} onClose={onClose} />;
    }
  };
  return (
    <RecordDialog
      noun="category"
      id={id}
      row={row}
      read={() => readCategory(id, program_id)}
      may={(category) => mayEdit(actor, category)}
      onClose={onClose}
    >
      {dialogOf}
    </RecordDialog>
  );
}
