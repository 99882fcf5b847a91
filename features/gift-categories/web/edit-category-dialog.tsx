import { Checkbox, TextInput } from '@mantine/core';
import { ASSIGN_TO_ALL, blankOf } from '../../../core/nouns/field-set.ts';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { PROGRAM_WORD } from '../../../web/parts/program-name.tsx';
import { useProgramOfNew, useSaveLabel } from '../../../web/parts/program-of-new.ts';
import { ProgramField } from '../../../web/parts/program-select.tsx';
import { useTypoOnly } from '../../../web/parts/translations/typo-only.tsx';
import { useMayAccess } from '../../../web/session.tsx';
import type { DialogTitle } from '../../../web/ui/dialog/dialog.tsx';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import { capital, wordsOf } from '../../../web/ui/form/field-words.ts';
import { type FormValues, useSchemaForm, valuesFrom } from '../../../web/ui/form/schema-form.ts';
import { GIFT_CATEGORY_FIELDS, giftCategoriesContract, newGiftCategory } from '../contract.ts';
import { type Category, calls, readCategory, reload } from './calls.ts';

type Values = Omit<FormValues<typeof newGiftCategory, { program_id: number }>, 'parent_id'>;

export function EditCategoryDialog({ record: category, onClose }: DialogProps<Category>) {
  const { id, name, parent_id } = category;
  const latest = async () => {
    void reload();
    return valuesFrom(BLANK, await readCategory(id, 0));
  };
  return (
    <CategoryForm
      title={parent_id === null ? 'Edit category' : 'Edit subcategory'}
      name={name}
      values={valuesFrom(BLANK, category)}
      save={(data, typo_only) => calls.updateGiftCategory.call({ id, data, typo_only })}
      translations={() => calls.giftCategoryTranslations.call({ id })}
      latest={latest}
      onClose={onClose}
    />
  );
}

export function AddCategoryDialog({ onClose }: DialogProps<null>) {
  const program_id = useProgramOfNew(0);
  return (
    <CategoryForm
      title="Add category"
      values={{ ...BLANK, program_id }}
      save={create(null)}
      onClose={onClose}
    />
  );
}

export function AddSubcategoryDialog({ record: parent, onClose }: DialogProps<Category>) {
  const values = { ...BLANK, program_id: parent.program_id };
  return (
    <CategoryForm
      title="Add subcategory"
      name={parent.name}
      values={values}
      save={create(parent)}
      onClose={onClose}
    />
  );
}

function create(parent: Category | null) {
  return (data: Partial<Values> & Pick<Values, 'name'>) =>
    calls.createGiftCategory.call({ data: { ...data, parent_id: parent?.id ?? null } });
}

type CategoryFormProps = DialogTitle & {
  values: Values;
  save: (
    data: Partial<Values> & Pick<Values, 'name'>,
    typo_only: boolean,
  ) => Promise<{ category: { id: number } }>;
  translations?: Parameters<typeof useTypoOnly<'name'>>[0]['read'];
  latest?: () => Promise<Values>;
  onClose: () => void;
};

function CategoryForm(props: CategoryFormProps) {
  const { title, name, values, save, translations, latest, onClose } = props;
  // Who assigns a category to programs also says whether it goes to every one, and to those that will come.
  const mayAssign = useMayAccess(giftCategoriesContract.saveGiftCategoryPrograms['~orpc'].meta.access);
  const form = useSchemaForm({ schema: newGiftCategory, fields: FIELDS, initialValues: values });
  const typo = useTypoOnly({ changed: form.isDirty('name') ? ['name'] : [], read: translations });
  const saveLabel = useSaveLabel({ program_id: form.values.program_id, isNew: !latest });
  return (
    <FormDialog
      title={title}
      name={name}
      form={form}
      saveLabel={saveLabel}
      onSave={async ({ auto_assign, assign_to_all, ...rest }) => {
        // A field that the person is not shown is not sent either: the server takes it from superadmins alone.
        const more = { auto_assign, ...(!latest && { assign_to_all }) };
        const saved = await save({ ...rest, ...(mayAssign && more) }, typo.typo_only);
        await reload();
        return saved.category;
      }}
      onClose={onClose}
      failures="toast400"
      savedText={latest ? undefined : `${capital(title.slice('Add '.length))} added`}
      added={latest ? undefined : ({ id }) => ({ to: '/giveaways/categories', id })}
      wrapper="data"
      latest={latest}
      words={WORDS}
    >
      <TextInput autoComplete="off" data-autofocus {...form.text('name')} />
      {typo.element}
      <ProgramField zero="Global site" {...form.getInputProps('program_id')} />
      <Checkbox {...form.tick('active')} />
      {mayAssign && <Checkbox {...form.tick('auto_assign')} />}
      {mayAssign && !latest && <Checkbox {...form.tick('assign_to_all')} />}
    </FormDialog>
  );
}

const { parent_id: _, ...TYPED } = GIFT_CATEGORY_FIELDS;
const FIELDS = { ...TYPED, ...ASSIGN_TO_ALL };

const WORDS = wordsOf(FIELDS, {
  program_id: PROGRAM_WORD,
});

const BLANK: Values = { ...blankOf(FIELDS), program_id: 0 };
