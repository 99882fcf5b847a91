import { mayTouch } from '../../../core/access.ts';
import { dialogsOf } from '../../../web/parts/dialogs-of.tsx';
import { siteCategoriesContract } from '../contract.ts';
import { readCategory } from './calls.ts';

type InProgram = { program_id: number };

const forms = () => import('./edit-category-dialog.tsx');
const shared = () => import('./category-shared-dialogs.ts');
const { createSiteCategory, updateSiteCategory, saveSiteCategoryPrograms } = siteCategoriesContract;
const making = createSiteCategory['~orpc'].meta.access;

/** Dialogs of a category; `under` adds a sub-category, `details` is for staff who may not change it. */
export const categoryDialogs = dialogsOf({
  noun: 'category',
  read: (id: number, { program_id }: InProgram) => readCategory(id, program_id),
  may: mayTouch,
  dialogs: {
    add: { isNew: true, access: making, load: () => forms().then((m) => m.AddCategoryDialog) },
    edit: {
      access: updateSiteCategory['~orpc'].meta.access,
      load: () => forms().then((m) => m.EditCategoryDialog),
    },
    details: { load: () => import('./category-details-dialog.tsx').then((m) => m.CategoryDetailsDialog) },
    under: {
      access: making,
      refusal: ({ parent_id, del_flag }) => {
        if (parent_id !== null) return "A subcategory can't have subcategories.";
        return del_flag ? "This category is deleted, so it can't get subcategories." : null;
      },
      load: () => forms().then((m) => m.AddSubcategoryDialog),
    },
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
      access: saveSiteCategoryPrograms['~orpc'].meta.access,
      load: () => shared().then((m) => m.CategoryPrograms),
    },
  },
});
export type CategoryDialog = keyof typeof categoryDialogs.address;
