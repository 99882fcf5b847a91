import { TranslationsDialog } from '../../../web/parts/translations-dialog.tsx';
import { type Category, calls, reloadCategories } from './category-calls.ts';

const FIELDS = [{ name: 'name', label: 'Name', maxLength: 200 }] as const;

type CategoryTranslationsDialogProps = { category: Category; onClose: () => void };

export function CategoryTranslationsDialog({ category, onClose }: CategoryTranslationsDialogProps) {
  const { id } = category;
  return (
    <TranslationsDialog
      of={category.name}
      fields={FIELDS}
      read={() => calls.giftCategoryTranslations.call({ id })}
      save={async (translations, updated_at) => {
        await calls.saveGiftCategoryTranslations.call({ id, translations, updated_at });
        await reloadCategories();
      }}
      english="English is edited with the category itself."
      onClose={onClose}
    />
  );
}
