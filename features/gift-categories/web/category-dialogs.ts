import { mayTouch } from '../../../core/access.ts';
import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import { giftCategoriesContract } from '../contract.ts';
import { readCategory } from './calls.ts';

type InProgram = { program_id: number };

const forms = () => import('./edit-category-dialog.tsx');
const shared = () => import('./category-shared-dialogs.ts');

export const categoryDialogs = dialogsOf({
  noun: 'category',
  read: (id: number, { program_id }: InProgram) => readCategory(id, program_id),
  may: mayTouch,
  dialogs: {
    add: { isNew: true, load: () => forms().then((m) => m.AddCategoryDialog) },
    edit: { load: () => forms().then((m) => m.EditCategoryDialog) },
    under: {
      refusal: ({ parent_id }) => (parent_id === null ? null : "A subcategory can't have subcategories."),
      load: () => forms().then((m) => m.AddSubcategoryDialog),
    },
    translations: { load: () => shared().then((m) => m.CategoryTranslations) },
    order: {
      wants: ({ program_id }) => (program_id > 0 ? null : 'Choose a program first: order is per program.'),
      load: () => shared().then((m) => m.CategoryOrder),
    },
    arrange: { isNew: true, load: () => shared().then((m) => m.ArrangeCategories) },
    arrange_under: {
      refusal: ({ parent_id }) => (parent_id === null ? null : "A subcategory can't have subcategories."),
      wants: ({ program_id }) => (program_id > 0 ? null : 'Choose a program first: order is per program.'),
      load: () => shared().then((m) => m.ArrangeSubcategories),
    },
    programs: {
      access: giftCategoriesContract.saveGiftCategoryPrograms['~orpc'].meta.access,
      load: () => shared().then((m) => m.CategoryPrograms),
    },
  },
});
export type CategoryDialog = keyof typeof categoryDialogs.address;
